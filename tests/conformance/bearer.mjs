// Loaded into the suite: its raw requests leave the query out, and with it the token, so they get it as a bearer.
import { subscribe } from "node:diagnostics_channel";

subscribe("http.client.request.created", ({ request }) => {
  request.setHeader("authorization", `Bearer ${process.env.QUIRE_TOKEN}`);
});

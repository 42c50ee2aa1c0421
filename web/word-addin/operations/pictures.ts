/** Pictures, in the line or apart from it. */

import { refuseObjects } from "../objects";
import { need } from "../requirements";
import { checkText, endOfDocument, inWord, rangeOf } from "../scope";
import type { Handles } from "../handles";
import type { Arguments, Operation } from "./operation";

type Picture = Arguments<"insertPicture">;
type Sized = Pick<Word.InlinePicture, "width" | "height" | "lockAspectRatio">;

const WRAPS = { square: "Square", tight: "Tight", behind: "Behind", inFront: "Front" } as const;

export const insertPicture: Operation<"insertPicture"> = async (context, args, handles) => {
  checkText(args.altText ?? "");
  if (args.scope === "document") endOfDocument(args.location);
  else if (args.location === "replace") await refuseObjects(context, rangeOf(context, args.scope, handles));
  return args.wrapType === "inline" ? inLine(context, args, handles) : apart(context, args, args.wrapType, handles);
};

async function inLine(context: Word.RequestContext, args: Picture, handles: Handles) {
  const picture =
    args.scope === "document"
      ? context.document.body.insertInlinePictureFromBase64(args.data, endOfDocument(args.location))
      : rangeOf(context, args.scope, handles).insertInlinePictureFromBase64(args.data, inWord(args.location));
  if (args.altText !== undefined) picture.altTextDescription = args.altText;
  picture.load("width,height");
  await context.sync();
  resize(picture, args);
  const rangeId = handles.keep(picture.getRange("Whole"));
  return { rangeId };
}

async function apart(context: Word.RequestContext, args: Picture, wrap: keyof typeof WRAPS, handles: Handles) {
  need("WordApiDesktop 1.2", "put a picture apart from the line");
  const anchor = anchorOf(context, args, handles);
  const shape = anchor.insertPictureFromBase64(args.data);
  shape.textWrap.type = WRAPS[wrap];
  if (args.altText !== undefined) shape.altTextDescription = args.altText;
  shape.load("id,width,height");
  await context.sync();
  resize(shape, args);
  const rangeId = handles.keep(anchor);
  return { shapeId: `shape-${shape.id}`, rangeId };
}

function anchorOf(context: Word.RequestContext, args: Picture, handles: Handles): Word.Range {
  const range = rangeOf(context, args.scope, handles);
  if (args.location === "replace") return range.insertText("", "Replace");
  return range.getRange(args.location === "start" || args.location === "before" ? "Start" : "End");
}

/** With locked proportions, width and height are the most that it takes. */
function resize(picture: Sized, { width, height, lockAspectRatio }: Picture): void {
  const own = { width: picture.width, height: picture.height };
  const scale = Math.min((width ?? Infinity) / own.width, (height ?? Infinity) / own.height);
  picture.lockAspectRatio = false; // or else each would change the other
  if (Number.isFinite(scale)) {
    picture.width = lockAspectRatio ? own.width * scale : (width ?? own.width);
    picture.height = lockAspectRatio ? own.height * scale : (height ?? own.height);
  }
  picture.lockAspectRatio = lockAspectRatio;
}

/** What the person allows. It holds until the pane is closed. */

const KEPT = "quire-switches";

export class Switches {
  paused = false;
  readOnly = false;
  private readonly listeners: (() => void)[] = [];

  constructor() {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    this.paused = kept.paused === true;
    this.readOnly = kept.readOnly === true;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  set(change: Partial<Pick<Switches, "paused" | "readOnly">>): void {
    Object.assign(this, change);
    sessionStorage.setItem(KEPT, JSON.stringify({ paused: this.paused, readOnly: this.readOnly }));
    for (const listener of this.listeners) listener();
  }
}

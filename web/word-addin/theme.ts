/** Light or dark, as Office is; where it does not say, as the system is. */

export function followTheme(): void {
  const theme = Office.context.officeTheme as Office.OfficeTheme | undefined;
  const back = theme?.bodyBackgroundColor;
  if (back) document.documentElement.dataset["theme"] = isDark(back) ? "dark" : "light";
}

/** Whether a color, as #RRGGBB, is one for light letters. */
function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((part) => parseInt(part, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

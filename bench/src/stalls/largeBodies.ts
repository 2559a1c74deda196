/** Bodies of 10 MiB, as tables have them, made to cost their reader more than their size suggests. */

const SIZE = 10_485_760

const filled = (open: string, unit: string, close: string): Buffer =>
  Buffer.from(open + unit.repeat(Math.floor((SIZE - open.length - close.length) / Buffer.byteLength(unit))) + close)

const joined = (open: string, count: number, part: (index: number) => string, close: string): Buffer =>
  Buffer.from(open + Array.from({ length: count }, (_, index) => part(index)).join(",") + close)

export const largeBodies: ReadonlyArray<{ readonly name: string; readonly body: Buffer }> = [
  { name: "small numbers", body: filled("[", "1,", "1]") },
  { name: "empty objects", body: filled("[", "{},", "{}]") },
  { name: "spaces", body: filled("", " ", "0") },
  { name: "a text that does not end", body: filled('{"csv":"', "x", "") },
  { name: "escaped quotes", body: filled('{"csv":"', String.raw`\"`, '"}') },
  { name: "escaped backslashes", body: filled('{"csv":"', String.raw`\\`, '"}') },
  { name: "characters beyond ASCII", body: filled('{"csv":"', "\u{1f600}", '"}') },
  { name: "one number", body: filled("[", "9", "]") },
  {
    name: "20,000 numbers of 500 digits",
    body: joined("[", 19_999, (index) => `1.${String(index).padStart(500, "3")}`, "]")
  },
  {
    name: "50,000 members with long names",
    body: joined("{", 49_999, (index) => `"${String(index).padStart(190, "k")}":1`, "}")
  }
]

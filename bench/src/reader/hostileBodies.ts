/** Bodies of 1 MiB made to cost a reader more than their size suggests. */

const SIZE = 1_048_576

const filled = (open: string, unit: string, close: string): Buffer =>
  Buffer.from(open + unit.repeat(Math.floor((SIZE - open.length - close.length) / Buffer.byteLength(unit))) + close)

const members = (name: (index: number) => string): Buffer => {
  const parts: Array<string> = []
  for (let size = 2, index = 0; size < SIZE - 32; index += 1) {
    const part = `"${name(index)}":0`
    parts.push(part)
    size += part.length + 1
  }
  return Buffer.from(`{${parts.join(",")}}`)
}

export const hostileBodies: ReadonlyArray<{ readonly name: string; readonly body: Buffer }> = [
  { name: "one text", body: filled('["', "x", '"]') },
  { name: "one text beyond ASCII", body: filled('["', "é", '"]') },
  { name: "escaped quotes", body: filled('["', '\\"', '"]') },
  { name: "escaped backslashes", body: filled('["', "\\\\", '"]') },
  { name: "escaped letters", body: filled('["', "\\u0061", '"]') },
  { name: "empty texts", body: filled("[", '"",', '""]') },
  { name: "small numbers", body: filled("[", "1,", "1]") },
  { name: "long numbers", body: filled("[", "1e400,", "0]") },
  { name: "one long number among small ones", body: filled("[1e400,", "1,", "0]") },
  { name: "one number", body: filled("[", "9", "]") },
  { name: "one number of zeros", body: filled("[0.", "0", "1]") },
  { name: "empty objects", body: filled("[", "{},", "{}]") },
  { name: "small objects", body: filled("[", '{"a":1},', "{}]") },
  { name: "different names", body: members((index) => `k${index}`) },
  { name: "whole numbers for names", body: members((index) => String(index * 7)) },
  { name: "the same name for every member", body: members(() => "a") },
  { name: "brackets without end", body: filled("", "[", "") },
  { name: "quotes", body: filled("", '"', "") },
  { name: "spaces", body: filled("", " ", "0") },
  { name: "no UTF-8", body: Buffer.alloc(SIZE, 0xff) }
]

/** The shape of an expression, from this language's parser and from cel-go's, in one notation that can be compared. */
import type { Syntax } from "../../src/language/Syntax.ts"

/** A name or a literal, or what is called with what. */
export type Shape = string | { readonly call: string; readonly of: ReadonlyArray<Shape> }

const call = (name: string, ...of: ReadonlyArray<Shape>): Shape => ({ call: name, of })

const isNumber = (shape: Shape | undefined): shape is string => typeof shape === "string" && /^-?\d/.test(shape)

/** `a && b && c` is one, whichever way it leans; a sign belongs to its number, and two signs are none. */
const simplified = (name: string, of: ReadonlyArray<Shape>): Shape => {
  const [only] = of
  if (name === "-_" && isNumber(only)) return String(-Number(only))
  if ((name === "-_" || name === "!_") && typeof only === "object" && only.call === name) return only.of[0] ?? ""
  if (name !== "_&&_" && name !== "_||_") return call(name, ...of)
  return call(name, ...of.flatMap((one) => (typeof one === "object" && one.call === name ? one.of : [one])))
}

/** The shape that this language's parser finds. */
export const shapeOf = (syntax: Syntax): Shape => {
  switch (syntax.syntax) {
    case "number":
      return String(Number(syntax.text))
    case "text":
      return JSON.stringify(syntax.value)
    case "boolean":
      return String(syntax.value)
    case "null":
      return "null"
    case "name":
      return syntax.name
    case "member":
      return call(`.${syntax.member}`, shapeOf(syntax.of))
    case "list":
      return call("[]", ...syntax.items.map(shapeOf))
    case "call":
      return call(syntax.name, ...syntax.args.map(shapeOf))
    case "unary":
      return simplified(`${syntax.operator}_`, [shapeOf(syntax.operand)])
    case "binary":
      return simplified(syntax.operator === "in" ? "@in" : `_${syntax.operator}_`, [
        shapeOf(syntax.left),
        shapeOf(syntax.right)
      ])
    case "conditional":
      return call("_?_:_", ...[syntax.condition, syntax.whenTrue, syntax.whenFalse].map(shapeOf))
  }
}

/** A character that Go escapes, as JSON does. */
const escaped = (escape: string): string => {
  if (escape === "\\a") return "\\u0007"
  if (escape === "\\v") return "\\u000b"
  if (!/^\\[xU]/.test(escape)) return escape
  return JSON.stringify(String.fromCodePoint(Number.parseInt(escape.slice(2), 16))).slice(1, -1)
}

const literal = (written: string): string => {
  if (/^-?\d/.test(written)) return String(Number(written.replace(/u$/, "")))
  if (!written.startsWith('"')) return written
  return JSON.stringify(JSON.parse(written.replace(/\\(?:x[0-9a-f]{2}|U[0-9a-f]{8}|.)/g, escaped)))
}

const WORD = /"(?:\\.|[^"\\])*"|-?\d[\w.+-]*|[^\s(),[\]."]+/y

/** Reads what cel-go prints: `_+_(1, x.y)`, lists in brackets, types and kinds taken off. */
export const shapeOfPrinted = (printed: string): Shape => {
  const source = printed.replace(/\^#\*expr\.\w+#/g, "")
  let at = 0
  const skip = (): string => {
    while (/\s/.test(source.charAt(at))) at += 1
    return source.charAt(at)
  }
  const items = (closing: string): ReadonlyArray<Shape> => {
    const found: Array<Shape> = []
    at += 1
    while (skip() !== closing && at < source.length) {
      found.push(read())
      if (skip() === ",") at += 1
    }
    at += 1
    return found
  }
  const word = (): string => {
    WORD.lastIndex = at
    const found = WORD.exec(source)?.[0] ?? source.charAt(at)
    at += found.length
    return found
  }
  const read = (): Shape => {
    let shape: Shape
    if (skip() === "[") shape = call("[]", ...items("]"))
    else {
      const name = word()
      shape = source.charAt(at) === "(" ? simplified(name, items(")")) : literal(name)
    }
    while (source.charAt(at) === ".") {
      at += 1
      const member = word()
      // `has(x.y)` is printed as what that macro becomes.
      const name = member.replace("~test-only~", "")
      shape = source.charAt(at) === "(" ? call(member, shape, ...items(")")) : call(`.${name}`, shape)
      if (name !== member) shape = call("has", shape)
    }
    return shape
  }
  return read()
}

/** Functions that make a text of another one: `left right middle replace padStart padEnd`. Characters are code points. */
import type { NumberTree } from "../../../tree/Tree.ts"
import { codePoints } from "../../../values/text.ts"
import { expectWhole, type Inference, quoted, addFault, type Typed, typed, expectKind } from "../Inference.ts"
import type { CallSyntax } from "../../../language/Syntax.ts"
import type { Entries } from "./FunctionEntry.ts"

/** Characters of what is replaced: a search for few is linear. */
const MAX_PART = 32
/** Characters that a text can be filled up to. */
const MAX_PADDED = 1_000
/** Times the characters of a field's text that a text with replacements may have. */
const MOST_TEXTS = 5

/** A bound of the characters that are taken. */
const taken = (most: number, count: NumberTree): number =>
  count.node === "literal" ? Math.max(0, Math.min(most, Number(count.value))) : most

const one: NumberTree = { kind: "number", scale: 0, node: "literal", value: 1n }

const part =
  (which: "left" | "right" | "middle") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second, third] = call.args
    const last = which === "middle" ? third : second
    const of = first && expectKind(inference, first, "text", `\`${call.name}\` takes a part of`)
    const from = which !== "middle" ? one : second && expectWhole(inference, second, "Where the part starts is")
    const count = last && expectWhole(inference, last, "How many characters are taken is")
    if (of === undefined || from === undefined || count === undefined) return undefined
    const most = taken(of.most, count)
    return typed({ kind: "text", most, node: "part", of, count, ...(which === "right" ? {} : { start: from }) })
  }

const replace = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second, third] = call.args
  const of = first && expectKind(inference, first, "text", "`replace` looks into")
  const by = third && expectKind(inference, third, "text", "`replace` puts in")
  if (second === undefined || of === undefined || by === undefined) return undefined
  const length = second.syntax === "text" ? second.value.length : 0
  if (second.syntax !== "text" || length === 0 || length > MAX_PART)
    return addFault(
      inference,
      second.range,
      `What \`replace\` looks for is written in the rule, as a text of 1 to ${MAX_PART} characters; ${quoted(inference, second)} is not.`,
      "a text such as `' '`"
    )
  const most = Math.max(of.most, Math.ceil(of.most / length) * Math.max(length, by.most))
  if (most <= MOST_TEXTS * inference.limits.characters || most === of.most)
    return typed({ kind: "text", most, node: "replace", of, part: second.value, by })
  return addFault(
    inference,
    call.range,
    `With all replacements this text could have ${most.toLocaleString("en")} characters. Give its fields a lower \`maxLength\`.`
  )
}

const pad =
  (side: "start" | "end") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second, third] = call.args
    const of = first && expectKind(inference, first, "text", `\`${call.name}\` fills up`)
    if (second === undefined || third === undefined) return undefined
    const length = second.syntax === "number" && /^\d{1,4}$/.test(second.text) ? Number(second.text) : undefined
    if (length === undefined || length > MAX_PADDED)
      return addFault(
        inference,
        second.range,
        `How many characters a text is filled up to is written as a whole number up to ${MAX_PADDED}; ${quoted(inference, second)} is not.`,
        "a whole number, such as `6`"
      )
    if (third.syntax !== "text" || codePoints(third.value) !== 1)
      return addFault(
        inference,
        third.range,
        `A text is filled up with one character, written in the rule; ${quoted(inference, third)} is none.`,
        "a character such as `'0'`"
      )
    return (
      of && typed({ kind: "text", most: Math.max(of.most, length), node: "pad", side, of, length, fill: third.value })
    )
  }

export const textPartFunctions: Entries = [
  ["left(text, characters)", part("left")],
  ["right(text, characters)", part("right")],
  ["middle(text, start, characters)", part("middle")],
  ["replace(text, 'old', 'new')", replace],
  ["padStart(text, characters, '0')", pad("start")],
  ["padEnd(text, characters, ' ')", pad("end")]
]

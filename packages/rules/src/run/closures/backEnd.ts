/** The closures back end put together: every kind of tree, and messages. */
import { isWritten, type MessagePart } from "../../tree/MessagePart.ts"
import { isCounted, type ValueTree } from "../../tree/Tree.ts"
import type { Value } from "../../values/Value.ts"
import { type Signs, writtenIn } from "../../words/Signs.ts"
import { booleanRun } from "./booleans.ts"
import type { Compiler } from "./Compiler.ts"
import { type Frame, lift, type Run } from "./Frame.ts"
import { fractionRun, numberRun } from "./numbers.ts"
import { choicesRun } from "./choices.ts"
import { rowsRun } from "./rows.ts"
import { datetimeRun, daysRun } from "./temporals.ts"
import { textRun } from "./texts.ts"

export const compiler: Compiler = {
  number: (tree) => numberRun(compiler, tree),
  fraction: (tree) => fractionRun(compiler, tree),
  text: (tree) => textRun(compiler, tree),
  boolean: (tree) => booleanRun(compiler, tree),
  days: (tree) => daysRun(compiler, tree),
  datetime: (tree) => datetimeRun(compiler, tree),
  choices: (tree) => choicesRun(compiler, tree),
  rows: (tree) => rowsRun(compiler, tree),
  order: (tree) => {
    if (isCounted(tree)) return compiler.days(tree)
    return tree.kind === "number" ? compiler.number(tree) : lift(compiler.datetime(tree), ({ instant }) => instant)
  },
  identity: (tree) =>
    tree.kind === "text" ? compiler.text(tree) : tree.kind === "boolean" ? compiler.boolean(tree) : compiler.order(tree)
}

/** Any value made ready. */
export const valueRun = (tree: ValueTree): Run<Exclude<Value, null>> => {
  if (tree.kind === "choices") return compiler.choices(tree)
  return tree.kind === "datetime" ? compiler.datetime(tree) : compiler.identity(tree)
}

/** What a message shows for a value that is missing. */
export const NOTHING = "—"

/** What a message shows of one value. */
export const partValue = (part: Exclude<MessagePart, string>): Run<string> => {
  if (part.kind === "text") return compiler.text(part)
  const { labels, of } = part
  if (of.kind === "text") return lift(compiler.text(of), (value) => labels.get(value) ?? value)
  return lift(compiler.choices(of), (chosen) => chosen.map((value) => labels.get(value) ?? value).join(", "))
}

const partRun = (part: MessagePart, signs: Signs | undefined): ((frame: Frame) => string) => {
  if (typeof part === "string") return () => part
  const run = partValue(part)
  const own = isWritten(part) ? signs : undefined
  return (frame) => {
    const text = run(frame)
    return text === null ? NOTHING : writtenIn(own, text)
  }
}

/** A message made ready. */
export const messageRun = (parts: ReadonlyArray<MessagePart>, signs: Signs | undefined): ((frame: Frame) => string) => {
  const runs = parts.map((part) => partRun(part, signs))
  return (frame) => runs.map((run) => run(frame)).join("")
}

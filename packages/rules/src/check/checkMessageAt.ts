/** Checking a message where it stands, in each of its languages: its faults, and the places as editors see them. */
import type { MessagePart } from "../tree/MessagePart.ts"
import { below } from "../values/pointer.ts"
import { addFaults, type CheckContext } from "./CheckContext.ts"
import { type CheckedMessage, checkMessage } from "./expressions/checkMessage.ts"
import { costOfMessage } from "./expressions/cost.ts"
import type { Scope } from "./expressions/Scope.ts"

/** What a message sees, and how often it is put together in one evaluation at most. */
export interface MessageScope {
  readonly scope: Scope
  readonly times: number
  /** Why it shows no value; undefined where it may. */
  readonly whyPlain?: string
}

export interface CostedMessage {
  /** Of the language that is read. */
  readonly parts: ReadonlyArray<MessagePart>
  /** Of putting it together once, in the language in which that takes longest: a form costs the same in all of them. */
  readonly steps: number
}

const checkOne = (
  context: CheckContext,
  source: string,
  { scope: whole, times, whyPlain }: MessageScope,
  pointer: string
): CostedMessage => {
  const scope: Scope = { ...whole, leaves: "message", signs: context.signs }
  const checked = (text: string): CheckedMessage => {
    const message = checkMessage(text, scope, context.limits)
    const isPlain = message.faults.length > 0 || message.parts.every((part) => typeof part === "string")
    if (whyPlain === undefined || isPlain) return message
    return { parts: [], faults: [{ message: whyPlain, range: { start: 0, end: text.length } }] }
  }
  context.see?.({
    pointer,
    source,
    of: { text: "template", specials: [], takesExpressions: true },
    scope,
    times,
    faultsOf: (text) => checked(text).faults
  })
  const { faults, parts } = checked(source)
  addFaults(context, pointer, faults)
  return { parts, steps: costOfMessage(parts, context.rowsOf) }
}

export const checkMessageAt = (
  context: CheckContext,
  source: string,
  scope: MessageScope,
  pointer: string
): CostedMessage => {
  const { languages, translations } = context.languages ?? {}
  const texts = translations?.get(pointer)
  if (languages === undefined || texts === undefined) return checkOne(context, source, scope, pointer)
  const checked = new Map(
    [...texts].map(([language, text]) => [language, checkOne(context, text, scope, below(pointer, language))])
  )
  const read = checked.get(languages.chosen) ?? checked.get(languages.all[0] ?? "")
  return { parts: read?.parts ?? [], steps: Math.max(...[...checked.values()].map(({ steps }) => steps)) }
}

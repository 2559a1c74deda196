/** Checking a template: a text with fields and specials in braces, `Your enquiry {$reference}`. */
import { fault, type Read, text } from "../../../reading/Reader.ts"
import { faultOf, shownField } from "../../expressions/checkMessage.ts"
import { tokensOf } from "../../../language/template.ts"
import { costOfPart, type RowsOf } from "../../expressions/cost.ts"
import { find } from "../../expressions/Scope.ts"
import type { SiteText } from "../../Site.ts"
import type { ExpressionFault } from "../../../language/Syntax.ts"
import type { Range } from "../../../Fault.ts"
import { MAX_FILE_NAME } from "../../../values/files.ts"
import { nearest } from "../../../values/nearest.ts"
import { type EffectReader, type EffectCheckContext, addFaults, addCost, addSite } from "./EffectCheckContext.ts"
import { type Escape, isForPeople, type Shown, type Special, type Template } from "../../../tree/EffectTree.ts"

const specials: ReadonlyMap<string, Special> = new Map([
  ["$reference", "reference"],
  ["$submissionId", "submissionId"],
  ["$formTitle", "formTitle"],
  ["$state", "state"]
])

/** What every template of an effect is. */
export const templateText: SiteText = { text: "template", specials: [...specials.keys()] }

const listed = [...specials.keys()].map((name) => `\`{${name}}\``).join(", ")

/** Where a reference number with a `/` or a space in it would be read as something else. */
const isAddress = (as: Escape): boolean => as === "component" || as === "mailbox" || as === "fileName"

const meantBy = ({ scope }: EffectCheckContext, slug: string): string => {
  const bare = slug.slice(1)
  if (bare === "today" || find(scope, bare) !== undefined) return ` \`{${bare}}\` is written without \`$\`.`
  const name = nearest(slug, specials.keys())
  return name === undefined ? "" : ` Did you mean \`{${name}}\`?`
}

const special = (context: EffectCheckContext, slug: string, as: Escape, range: Range): Shown | ExpressionFault => {
  const name = specials.get(slug)
  if (name === undefined)
    return {
      message: `There is no \`{${slug.slice(0, 64)}}\`.${meantBy(context, slug)}`,
      range,
      expected: `one of ${listed}, or a field's name without \`$\``
    }
  const literals = context.reference.flatMap((part) => (part.kind === "literal" ? [part.text] : []))
  if (name === "reference" && isAddress(as) && literals.some((literal) => /[ /]/.test(literal)))
    return {
      message:
        "The reference numbers of this form have a `/` or a space in them (`referencePattern`), which would be read as something else here. Use `{$submissionId}`.",
      range
    }
  return { show: { kind: "special", name }, as }
}

/** What a placeholder shows, escaped for its place; or the placeholder's fault. */
export const shownAt = (
  context: EffectCheckContext,
  slug: string,
  as: Escape,
  range: Range
): Shown | string | ExpressionFault => {
  if (slug.startsWith("$")) return special(context, slug, as, range)
  const { scope, signs } = context
  const shown = shownField(isForPeople(as) ? { ...scope, signs } : scope, slug)
  if ("fault" in shown) return faultOf(shown, range)
  if ("file" in shown) return { show: { kind: "file", of: shown.file }, as }
  return typeof shown.part === "string" ? shown.part : { show: shown.part, as }
}

export const isFault = (shown: Shown | string | ExpressionFault): shown is ExpressionFault =>
  typeof shown === "object" && "message" in shown

/** Steps of rendering a template without its parts. */
const STEPS_AN_EFFECT_MEMBER = 8
/** Escaping looks at each character, which doubles the steps of a value. */
const ESCAPING = 2

const stepsOf = (show: Shown["show"], rowsOf: RowsOf): number => {
  if (show.kind === "special") return 1
  return costOfPart(show.kind === "file" ? { ...show.of, most: MAX_FILE_NAME } : show, rowsOf)
}

export const costOfTemplate = ({ formContext }: EffectCheckContext, template: Template): number =>
  template.reduce((total, part) => {
    if (typeof part === "string") return total + 1
    const own = stepsOf(part.show, formContext.rowsOf)
    return total + own * (part.as === "text" || part.as === "plain" ? 1 : ESCAPING)
  }, STEPS_AN_EFFECT_MEMBER)

/** Characters that the literal parts of a template may not have, and the fault of one. */
interface Literals {
  readonly wrong: RegExp
  readonly message: (found: string) => string
}

const literals: { readonly [as in Escape]?: Literals } = {
  line: {
    wrong: /\p{Cc}+/u,
    message: () => "This has to be one line, and here is a line break or another control character."
  },
  header: {
    wrong: /[^ -~]+/,
    message: (found) =>
      /^\p{Cc}/u.test(found)
        ? "A header is one line, and here is a line break or another control character."
        : `A header has plain letters, digits and signs (ASCII) only; \`${found}\` is none of them.`
  },
  fileName: {
    wrong: /[\p{Cc}/\\:*?"<>|]+/u,
    message: (found) => `A file's name has no \`${found.replace(/\p{Cc}/gu, " ")}\`.`
  }
}

/** The parts of a template whose placeholders are all escaped in the same way. */
const checkTemplate = (context: EffectCheckContext, source: string, at: string, as: Escape): Template => {
  const parts: Array<string | Shown> = []
  const faults: Array<ExpressionFault> = []
  const rule = literals[as]
  for (const token of tokensOf(source)) {
    if (token.token === "stray") faults.push(token.fault)
    else if (token.token === "placeholder") {
      const shown = shownAt(context, token.slug, as, token.range)
      if (isFault(shown)) faults.push(shown)
      else parts.push(shown)
    } else {
      const found = rule?.wrong.exec(token.text)
      if (rule !== undefined && found !== undefined && found !== null) {
        const start = token.range.start + found.index
        faults.push({ message: rule.message(found[0]), range: { start, end: start + found[0].length } })
      }
      parts.push(token.text)
    }
  }
  addFaults(context, at, faults)
  return parts
}

/** A template of at most `most` characters. */
export const template =
  (as: Escape, most: number): EffectReader<Template> =>
  (context): Read<Template> =>
  (reading, value, at) => {
    const source = text(1, most)(reading, value, at)
    if (source === undefined) return undefined
    addSite(context, at, source, templateText)
    if (source.trim() === "") return fault(reading, at, "There is nothing but spaces in it.", "a text")
    const parts = checkTemplate(context, source, at, as)
    addCost(context, at, costOfTemplate(context, parts))
    return parts
  }

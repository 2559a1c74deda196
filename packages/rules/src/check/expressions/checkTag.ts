/** Checking an expression that gives the tag of one of a form's languages. */
import type { Limits } from "../../Limits.ts"
import { listed } from "../../reading/Reader.ts"
import type { TextTree } from "../../tree/Tree.ts"
import { didYouMean } from "../../values/nearest.ts"
import { shortened } from "../../values/text.ts"
import { type Checked, checked } from "./checkExpression.ts"
import { addFault, addKindFault, type Inference } from "./Inference.ts"
import { expectValue } from "./operators.ts"
import { find, type Scope } from "./Scope.ts"
import type { Syntax } from "../../language/Syntax.ts"

const SUBJECT = "`language` is the tag of one of the form's languages, a text"

/** What an expression may give that is written out in the form: a text in quotes, or a constant. */
const writtenOut = ({ scope }: Inference, syntax: Syntax): string | undefined => {
  if (syntax.syntax === "text") return syntax.value
  if (syntax.syntax !== "name" || find(scope, syntax.name) !== undefined) return undefined
  const value = scope.constants.get(syntax.name)?.value
  return typeof value === "string" ? value : undefined
}

/** Faults each text that is a whole branch and no language of the form. @returns whether there was one. */
const checkBranches = (inference: Inference, syntax: Syntax, languages: ReadonlyArray<string>): boolean => {
  if (syntax.syntax === "conditional")
    return [syntax.whenTrue, syntax.whenFalse]
      .map((branch) => checkBranches(inference, branch, languages))
      .includes(true)
  if (syntax.syntax === "call" && syntax.name === "coalesce")
    return syntax.args.map((operand) => checkBranches(inference, operand, languages)).includes(true)
  const tag = writtenOut(inference, syntax)
  if (tag === undefined || languages.includes(tag)) return false
  addFault(
    inference,
    syntax.range,
    `The form has no language \`${shortened(tag, 40)}\`.${didYouMean(tag, languages)} Its \`languages\` are ${listed(languages)}.`,
    `one of the form's languages, such as \`'${languages[0] ?? "en"}'\``
  )
  return true
}

/**
 * What can be decided here is a fault: a text written out that is no language of the form, and options of which none is one. A choice with some
 * other options is none: for those the form's own language stands in.
 */
export const checkTag = (
  source: string,
  scope: Scope,
  limits: Limits,
  languages: ReadonlyArray<string>
): Checked<TextTree> =>
  checked(source, scope, limits, (inference, syntax) => {
    const found = expectValue(inference, syntax, "`language` gets")
    if (found === undefined) return undefined
    const { options, tree } = found
    if (tree.kind !== "text") return addKindFault(inference, syntax, found, SUBJECT, "a text, such as `'de'`")
    if (checkBranches(inference, syntax, languages)) return undefined
    if (options?.of !== undefined && !languages.some((language) => options.values.has(language)))
      addFault(
        inference,
        syntax.range,
        `None of the options of \`${options.of}\` is a language of the form. Its \`languages\` are ${listed(languages)}.`,
        "a choice whose options are languages of the form"
      )
    return tree
  })

/** Checking a template that may be written in each language of the form. */
import { fault, isObject, listed, type Read } from "../../../reading/Reader.ts"
import { translated } from "../../../reading/translated.ts"
import type { Template } from "../../../tree/EffectTree.ts"
import type { Cost } from "../../Site.ts"
import type { EffectCheckContext, EffectReader } from "./EffectCheckContext.ts"

const stepsOf = (costs: ReadonlyArray<Cost>): number => costs.reduce((sum, { steps }) => sum + steps, 0)

/** The costs of the language in which rendering takes longest: a form costs the same in all of them. */
const dearest = (all: ReadonlyArray<ReadonlyArray<Cost>>): ReadonlyArray<Cost> =>
  all.reduce((most, costs) => (stepsOf(costs) > stepsOf(most) ? costs : most), [])

/** Reports translations that nobody would be sent: the effect does not say in which language it is written. */
const checkSaid = (context: EffectCheckContext, languages: ReadonlyArray<string>, at: string): void => {
  const { languages: known, saysLanguage } = context
  const [first = ""] = known?.all ?? []
  const others = languages.filter((language) => language !== first && known?.all.includes(language) === true)
  if (saysLanguage || others.length === 0) return
  fault(
    context,
    at,
    `This effect does not say its language, so it is in \`${first}\` and never in ${listed(others)}. Write \`language\` beside its \`kind\`: an expression that gives ${listed([first, ...others])}, such as the name of a choice.`,
    "a text, or `language` beside `kind`"
  )
}

/** A template as it is, or in each language: then that of the language that is read. Each of them is checked. */
export const inEachLanguage =
  (one: EffectReader<Template>): EffectReader<Template> =>
  (context): Read<Template> =>
  (reading, value, at) => {
    if (!isObject(value)) return one(context)(reading, value, at)
    const templates = new Map<string, Template>()
    const costs: Array<ReadonlyArray<Cost>> = []
    const read: Read<string> = (_, text, place) => {
      const formContext = { ...context.formContext, costs: [] }
      const template = one({ ...context, formContext })(reading, text, place)
      costs.push(formContext.costs)
      if (template === undefined || typeof text !== "string") return undefined
      templates.set(text, template)
      return text
    }
    const chosen = translated(read)(reading, value, at)
    context.formContext.costs.push(...dearest(costs))
    checkSaid(context, Object.keys(value), at)
    return chosen === undefined ? undefined : templates.get(chosen)
  }

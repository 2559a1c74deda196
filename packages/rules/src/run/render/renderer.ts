/** Rendering the effects of a form: what each sends, from one evaluation. */
import type { CompiledForm, RenderContext } from "../../CompiledForm.ts"
import type { Content } from "../../Content.ts"
import type { DefinitionHead, EffectKind, EffectRule } from "../../Definition.ts"
import type { Evaluation } from "../../Evaluation.ts"
import { internalFieldsOf, shownWithout } from "../../Internal.ts"
import type { CheckedForm } from "../../tree/CheckedForm.ts"
import type { EffectTree } from "../../tree/EffectTree.ts"
import { parseDate } from "../../values/civil.ts"
import { compiler } from "../closures/backEnd.ts"
import type { Frame, Run } from "../closures/Frame.ts"
import { memoizeWeak } from "../lazy/memoizeWeak.ts"
import { deliveryContent } from "./delivery.ts"
import { documentRender } from "./document.ts"
import { evaluatedFrame } from "./evaluatedFrame.ts"
import { integrationRender } from "./integration.ts"
import { notificationRender } from "./notification.ts"
import type { Render } from "./templates.ts"

/** What an effect is rendered from. */
interface Rendering {
  readonly evaluation: Evaluation
  readonly context: RenderContext
  /** The values that templates and expressions read. */
  readonly frame: () => Frame
}

/** Undefined if no recipient has an address. */
type RenderEffect<K extends EffectKind> = (rendering: Rendering) => Content<K> | undefined

const ofValues =
  <C>(render: Render<C>) =>
  ({ context, frame }: Rendering): C =>
    render(frame(), context)

type Rule = Pick<EffectRule, "internal">

/** How each kind is rendered. A kind that is missing here does not compile. */
const renderOf: {
  readonly [K in EffectKind]: (tree: EffectTree<K>, form: CheckedForm, rule: Rule) => RenderEffect<K>
} = {
  notification: (tree, form) => {
    const render = notificationRender(form, tree)
    return ({ context, evaluation, frame }) => render(evaluation, frame(), context)
  },
  document: (tree, form) => ofValues(documentRender(form, tree)),
  integration: (tree) => ofValues(integrationRender(tree)),
  delivery: (tree, { definition }, { internal }) => {
    const leftOut = internal === true ? undefined : internalFieldsOf(definition.fields)
    return ({ context, evaluation }) => deliveryContent(tree, context, shownWithout(evaluation, leftOut))
  }
}

const effectRender = <K extends EffectKind>(tree: EffectTree<K>, form: CheckedForm, rule: Rule): RenderEffect<K> =>
  renderOf[tree.kind](tree, form, rule)

const plain: Rule = {}

/** What the `language` of an effect gives; undefined where it has none. */
const languageRun = (tree: EffectTree): Run<string> | undefined =>
  "language" in tree && tree.language !== undefined ? compiler.text(tree.language) : undefined

/** A form whose effects say no language does nothing for it. */
const saysLanguages = ({ effects }: DefinitionHead): boolean =>
  effects.some(({ settings }) => Object.hasOwn(settings, "language"))

/** Renders effects of a form. What it needs is made when it is first asked for, and again where memory was short. */
export const renderer = (
  head: DefinitionHead,
  checkedForm: () => CheckedForm
): Pick<CompiledForm, "languagesOf" | "render"> => {
  const { languages = [] } = head
  const isSpoken = saysLanguages(head)
  const made = memoizeWeak(() => {
    const form = checkedForm()
    return {
      effects: new Map(
        form.effects.map(({ does, id }, index) => [
          id,
          {
            render: effectRender(does, form, form.definition.effects[index] ?? plain),
            language: languageRun(does)
          }
        ])
      ),
      frameOf: evaluatedFrame(form.definition.fields)
    }
  })
  return {
    languagesOf: (evaluation, effectIds, { today }) => {
      const said = new Map<string, string>()
      if (!isSpoken || effectIds.length === 0) return said
      const { effects, frameOf } = made()
      let read: Frame | undefined
      for (const id of effectIds) {
        const run = effects.get(id)?.language
        if (run === undefined) continue
        const given = run((read ??= frameOf(evaluation, parseDate(today))))
        const language = languages.find((one) => one === given) ?? languages[0]
        if (language !== undefined) said.set(id, language)
      }
      return said
    },
    render: (evaluation, effectIds, context) => {
      const contents = new Map<string, Content>()
      if (effectIds.length === 0) return contents
      const { effects, frameOf } = made()
      let read: Frame | undefined
      const frame = () => (read ??= frameOf(evaluation, parseDate(context.today)))
      for (const id of effectIds) {
        const content = effects.get(id)?.render({ evaluation, context, frame })
        if (content !== undefined) contents.set(id, content)
      }
      return contents
    }
  }
}

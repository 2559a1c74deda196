/** Rendering the effects of a form: what each sends, from one evaluation. */
import type { CheckedForm } from "../../tree/CheckedForm.ts"
import type { Frame } from "../closures/Frame.ts"
import {
  type Content,
  type DeliveryContent,
  type HeaderValue,
  type IntegrationContent,
  type NotificationContent,
  referenceMarker
} from "../../Content.ts"
import type { DeliveryTree, EffectTree, HeaderTree, IntegrationTree, NotificationTree } from "../../tree/EffectTree.ts"
import type { Evaluation } from "../../Evaluation.ts"
import { parseDate } from "../../values/civil.ts"
import { weakly } from "../lazy/weakly.ts"
import { bodyRender } from "./bodies.ts"
import { documentRender } from "./documents.ts"
import { evaluatedFrame } from "./evaluatedFrame.ts"
import type { RenderContext, RenderEffects } from "../../CompiledForm.ts"
import { type Render, templateRender, urlRender } from "./templates.ts"

/** Undefined where there is nobody to send it to. */
type RenderEffect = (frame: Frame, context: RenderContext, evaluation: Evaluation) => Content | undefined

const notificationRender = (tree: NotificationTree): Render<NotificationContent | undefined> => {
  const [to, cc] = [tree.to.map(templateRender), tree.cc.map(templateRender)]
  const replyTo = tree.replyTo && templateRender(tree.replyTo)
  const [subject, text] = [templateRender(tree.subject), templateRender(tree.text)]
  const html = tree.html && templateRender(tree.html)
  const known = (all: ReadonlyArray<Render<string>>, frame: Frame, context: RenderContext): ReadonlyArray<string> => [
    ...new Set(all.map((one) => one(frame, context)).filter((address) => address !== ""))
  ]
  return (frame, context) => {
    const [first, ...others] = known(to, frame, context)
    if (first === undefined) return undefined
    const copies = known(cc, frame, context)
    const answers = replyTo?.(frame, context) ?? ""
    return {
      kind: "notification",
      to: [first, ...others],
      ...(copies.length === 0 ? {} : { cc: copies }),
      ...(answers === "" ? {} : { replyTo: answers }),
      subject: subject(frame, context),
      text: text(frame, context),
      ...(html === undefined ? {} : { html: html(frame, context) })
    }
  }
}

const headerRender = (tree: HeaderTree): Render<HeaderValue> => {
  if ("secret" in tree) {
    const { prefix, secret } = tree
    const value: HeaderValue = prefix === undefined ? { secret } : { secret, prefix }
    return () => value
  }
  const text = templateRender(tree.text)
  return (frame, context) => ({ text: text(frame, context).trim() })
}

const integrationRender = (tree: IntegrationTree): Render<IntegrationContent> => {
  const url = urlRender(tree.url)
  const headers = tree.headers.map((header) => ({ name: header.name, value: headerRender(header) }))
  const body = tree.body && bodyRender(tree.body)
  return (frame, context) => ({
    kind: "integration",
    method: tree.method,
    url: url(frame, context),
    headers: headers.map(({ name, value }) => ({ name, value: value(frame, context) })),
    ...(body === undefined ? {} : { body: body(frame, context) })
  })
}

const deliveryContent = (tree: DeliveryTree, context: RenderContext, evaluation: Evaluation): DeliveryContent => {
  const { createdAt, formId, formVersionId, on, state, submissionId, timestamp } = context
  const { calculatedData, data, hiddenFields, outcomes } = evaluation
  return {
    kind: "delivery",
    url: tree.url,
    secret: tree.secret,
    event: {
      type: `submission.${on.replace(":", ".")}`,
      timestamp,
      data: {
        id: submissionId,
        formId,
        formVersionId,
        referenceNumber: referenceMarker(submissionId),
        workflowState: state,
        data,
        calculatedData,
        hiddenFields,
        outcomes: outcomes.map(({ id, message, severity }) => ({ id, message, severity })),
        createdAt
      }
    }
  }
}

const effectRender = (form: CheckedForm, tree: EffectTree): RenderEffect => {
  switch (tree.kind) {
    case "notification":
      return notificationRender(tree)
    case "document":
      return documentRender(form, tree)
    case "integration":
      return integrationRender(tree)
    case "delivery":
      return (_, context, evaluation) => deliveryContent(tree, context, evaluation)
  }
}

const renders = (form: CheckedForm): ReadonlyMap<string, RenderEffect> =>
  new Map(form.effects.map(({ does, id }) => [id, effectRender(form, does)]))

/** Renders effects of a form. What it needs is made when it is first asked for, and again where memory was short. */
export const renderer = (checkedForm: () => CheckedForm): RenderEffects => {
  const made = weakly(() => {
    const form = checkedForm()
    return { effects: renders(form), frameOf: evaluatedFrame(form.definition.fields) }
  })
  return (evaluation, effectIds, context) => {
    const contents = new Map<string, Content>()
    if (effectIds.length === 0) return contents
    const { effects, frameOf } = made()
    const frame = frameOf(evaluation, parseDate(context.today))
    for (const id of effectIds) {
      const content = effects.get(id)?.(frame, context, evaluation)
      if (content !== undefined) contents.set(id, content)
    }
    return contents
  }
}

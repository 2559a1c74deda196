/** Notifications made ready: an e-mail from the values of an evaluation. */
import type { NotificationContent } from "../../Content.ts"
import type { Evaluation } from "../../Evaluation.ts"
import type { NotificationTree } from "../../tree/EffectTree.ts"
import type { Frame } from "../closures/Frame.ts"
import type { RenderContext } from "../../CompiledForm.ts"
import { type Render, templateRender } from "./templates.ts"

/** A document that an evaluation does not make is not attached. Undefined where every recipient is missing. */
export const notificationRender = (
  tree: NotificationTree
): ((evaluation: Evaluation, frame: Frame, context: RenderContext) => NotificationContent | undefined) => {
  const [to, cc] = [tree.to.map(templateRender), tree.cc.map(templateRender)]
  const replyTo = tree.replyTo && templateRender(tree.replyTo)
  const [subject, text] = [templateRender(tree.subject), templateRender(tree.text)]
  const html = tree.html && templateRender(tree.html)
  const known = (all: ReadonlyArray<Render<string>>, frame: Frame, context: RenderContext): ReadonlyArray<string> => [
    ...new Set(all.map((one) => one(frame, context)).filter((address) => address !== ""))
  ]
  return ({ effects }, frame, context) => {
    const [first, ...others] = known(to, frame, context)
    if (first === undefined) return undefined
    const copies = known(cc, frame, context)
    const attach = tree.attach.filter((id) => effects.includes(id))
    const answers = replyTo?.(frame, context) ?? ""
    return {
      kind: "notification",
      to: [first, ...others],
      ...(copies.length === 0 ? {} : { cc: copies }),
      ...(answers === "" ? {} : { replyTo: answers }),
      subject: subject(frame, context),
      text: text(frame, context),
      ...(html === undefined ? {} : { html: html(frame, context) }),
      ...(attach.length === 0 ? {} : { attach })
    }
  }
}

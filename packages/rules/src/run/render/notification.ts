/** Notifications made ready: an e-mail from the values of an evaluation. */
import type { NotificationContent } from "../../Content.ts"
import type { Evaluation } from "../../Evaluation.ts"
import type { CheckedForm } from "../../tree/CheckedForm.ts"
import type { NotificationTree, Template } from "../../tree/EffectTree.ts"
import { compiler } from "../closures/backEnd.ts"
import type { Frame } from "../closures/Frame.ts"
import type { RenderContext } from "../../CompiledForm.ts"
import { type Render, templateRender } from "./templates.ts"

/** A document that an evaluation does not make is not attached, nor a file that is not there. Undefined where every recipient is missing. */
export const notificationRender = (
  { definition, words }: CheckedForm,
  tree: NotificationTree
): ((evaluation: Evaluation, frame: Frame, context: RenderContext) => NotificationContent | undefined) => {
  const signs = tree.language && words.signs
  const language = tree.language && definition.language
  const ofAddress = (address: Template): Render<string> => templateRender(address)
  const [to, cc] = [tree.to.map(ofAddress), tree.cc.map(ofAddress)]
  const replyTo = tree.replyTo && templateRender(tree.replyTo)
  const [subject, text] = [templateRender(tree.subject, signs), templateRender(tree.text, signs)]
  const html = tree.html && templateRender(tree.html, signs)
  const fileIds = tree.files.map((id) => compiler.text(id))
  const known = (all: ReadonlyArray<Render<string>>, frame: Frame, context: RenderContext): ReadonlyArray<string> => [
    ...new Set(all.map((one) => one(frame, context)).filter((address) => address !== ""))
  ]
  return ({ effects }, frame, context) => {
    const [first, ...others] = known(to, frame, context)
    if (first === undefined) return undefined
    const copies = known(cc, frame, context)
    const attach = tree.attach.filter((id) => effects.includes(id))
    // INVARIANT: a file that is there goes with the e-mail, once, also where its name is not known.
    const there = new Set(fileIds.flatMap((run) => run(frame) ?? []))
    const files = [...there].map((id) => ({ id, name: context.files?.get(id) ?? "file" }))
    const answers = replyTo?.(frame, context) ?? ""
    return {
      kind: "notification",
      ...(language === undefined ? {} : { language }),
      to: [first, ...others],
      ...(copies.length === 0 ? {} : { cc: copies }),
      ...(answers === "" ? {} : { replyTo: answers }),
      subject: subject(frame, context),
      text: text(frame, context),
      ...(html === undefined ? {} : { html: html(frame, context) }),
      ...(attach.length === 0 ? {} : { attach }),
      ...(files.length === 0 ? {} : { files })
    }
  }
}

/** The documents and the files that an e-mail of a form can attach, and those that it does. */
import { entriesOf, memberOf, nodeAt, textOf } from "../../../document/nodes.ts"
import type { Node } from "../../../document/parseText.ts"

const eventOf = (effect: Node | undefined): string => textOf(memberOf(effect, "on")) ?? "filed"

/** One box of the list. */
export interface Offered {
  readonly id: string
  readonly isAttached: boolean
  /** It is a document of the e-mail's event or a file of the form; otherwise it can only be taken out. */
  readonly isRight: boolean
}

/**
 * The documents of the e-mail's own event and the form's fields with a file, as `{receipt}`, in the order of the form; then whatever else it names.
 * @param pointer of the effect.
 */
export const documentsOf = (tree: Node, pointer: string): ReadonlyArray<Offered> => {
  const mail = nodeAt(tree, pointer)
  const attached = entriesOf(memberOf(mail, "attach")).flatMap((entry) => textOf(entry) ?? [])
  const files = entriesOf(memberOf(tree, "fields")).flatMap((field) => {
    const slug = textOf(memberOf(field, "slug"))
    return textOf(memberOf(field, "type")) === "file" && slug !== undefined ? [`{${slug}}`] : []
  })
  const documents = entriesOf(memberOf(tree, "effects")).flatMap((effect) => {
    const id = textOf(memberOf(effect, "id"))
    const isRight = textOf(memberOf(effect, "kind")) === "document" && eventOf(effect) === eventOf(mail)
    return isRight && id !== undefined ? [id] : []
  })
  const right = [...documents, ...files]
  const wrong = attached.filter((id) => !right.includes(id))
  return [...new Set([...right, ...wrong])].map((id) => ({
    id,
    isAttached: attached.includes(id),
    isRight: right.includes(id)
  }))
}

/** What `attach` is with a box ticked or not: undefined where nothing is attached. */
export const attaching = (node: Node | undefined, id: string, isAttached: boolean): string | undefined => {
  const others = entriesOf(node)
    .flatMap((entry) => textOf(entry) ?? [])
    .filter((one) => one !== id)
  const all = isAttached ? [...others, id] : others
  return all.length === 0 ? undefined : JSON.stringify(all)
}

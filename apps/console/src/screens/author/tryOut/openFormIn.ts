/** Puts the form of the try-out into the page: the element that others embed, with the author's whys. */
import { FormworkForm } from "@formwork/form/formwork-form"
import { shown } from "../../../messages/chosen.ts"
import type { TryOutStore } from "./TryOutStore.ts"

export interface OpenedForm {
  /** Puts the focus on a field by its pointer in the payload. False where it is not shown. */
  readonly focus: (pointer: string) => boolean
  /** Shows every problem, the focus at their summary. @returns whether there is none. */
  readonly attempt: () => boolean
  readonly close: () => void
}

/** What an event of the element says: the field that it is about. */
export const pointerOf = (event: Event): string => {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
  const pointer: unknown = Object(detail).pointer
  return typeof pointer === "string" ? pointer : ""
}

const focusIn = (form: FormworkForm, pointer: string): boolean => {
  const id = pointer.replaceAll("/", "-")
  const parts = [...form.querySelectorAll<HTMLElement>("[id]")]
  const found =
    parts.find((part) => part.id.replace(/^fw\d+/u, "") === id) ??
    parts.find((part) => part.id.replace(/^fw\d+/u, "").startsWith(`${id}-`))
  // It may stand on another page of the form.
  if (found === undefined) return form.focusField(pointer)
  // A computed value takes no focus by itself.
  if (found.tabIndex < 0 && !found.hasAttribute("tabindex")) found.tabIndex = -1
  found.scrollIntoView({ block: "nearest" })
  found.focus()
  return true
}

/**
 * @param takeFiles says how files come into the form.
 * @param onWhy is called with the pointer of a field whose why is asked for.
 */
export const openFormIn = (
  parent: HTMLElement,
  store: TryOutStore,
  takeFiles: (form: FormworkForm) => void,
  onWhy: (pointer: string) => void
): OpenedForm => {
  const form = new FormworkForm()
  form.setAttribute("why", "")
  form.addEventListener("formwork-change", () => store.changed())
  form.addEventListener("formwork-why", (event) => {
    event.preventDefault()
    onWhy(pointerOf(event))
  })
  const follow = (): void => {
    const { session } = store.getSnapshot()
    if (session !== form.session) form.session = session
  }
  const speak = (): void => {
    form.setAttribute("lang", shown.get()?.common.language ?? "en")
    takeFiles(form)
  }
  follow()
  speak()
  parent.append(form)
  const ends = [store.subscribe(follow), shown.subscribe(speak)]
  return {
    focus: (pointer) => focusIn(form, pointer),
    attempt: () => form.attempt()?.valid === true,
    close: () => {
      for (const end of ends) end()
      form.remove()
    }
  }
}

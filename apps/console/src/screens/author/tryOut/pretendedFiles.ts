/** Files of the try-out: none is uploaded, and each has an id that no upload has. */
import type { FormworkForm } from "@formwork/form/formwork-form"
import { shown } from "../../../messages/chosen.ts"

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`

/** @returns what gives a form such files: those that a person chooses, and ones that are only pretended. */
export const pretendedFiles = (): ((form: FormworkForm) => void) => {
  let made = 0
  const next = (): string => {
    const id = idOf(made)
    made += 1
    return id
  }
  return (form) => {
    const words = shown.get()?.tryOut.pretended
    form.upload = () => Promise.resolve({ id: next() })
    form.standIn = words && {
      label: words.make,
      make: () => ({ id: next(), name: words.name, size: 1_000 })
    }
  }
}

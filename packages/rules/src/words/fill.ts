/** Filling in a template of the engine's own sentences. What is filled in may itself look like a placeholder. */
import { kept } from "../values/kept.ts"

/** A template cut at its placeholders, which are every second part. */
export const cutOf = kept((template: string) => template.split(/\{(\w+)\}/))

/** @param shown by placeholder. */
export const fill = (template: string, shown: { readonly [placeholder: string]: string | number }): string => {
  const parts = cutOf(template)
  let text = parts[0] ?? ""
  for (let at = 1; at < parts.length; at += 2) text += String(shown[parts[at] ?? ""]) + (parts[at + 1] ?? "")
  return text
}

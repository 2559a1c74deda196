/** Names that a form's definition has where its author writes none: those of the usual workflow. Others stay as their author wrote them. */
const usual: ReadonlyMap<string, string> = new Map([
  ["draft", "Entwurf"],
  ["submitted", "Eingereicht"],
  ["in_review", "In Prüfung"],
  ["approved", "Genehmigt"],
  ["rejected", "Abgelehnt"],
  ["review", "Prüfen"],
  ["approve", "Genehmigen"],
  ["reject", "Ablehnen"]
])

const names = new Map([...usual].map(([name, words]) => [words.toLowerCase(), name]))

/** `In Prüfung` is `in_review`, as is what its author wrote. */
export const written = (text: string): string => {
  const words = text.trim().toLowerCase()
  return names.get(words) ?? words.replaceAll(/\s/gu, "_")
}

/** `in_review` as `In Prüfung`, `waiting_for_parts` as `Waiting for parts`. */
export const spoken = (name: string): string => {
  const words = name.replaceAll("_", " ")
  return usual.get(name) ?? words.charAt(0).toUpperCase() + words.slice(1)
}

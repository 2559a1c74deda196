/** Which fields of a form rules may hide: by a condition of their own, or by that of their section. */
import type { Definition, Field } from "../Definition.ts"

export const mayHide = ({ sections }: Pick<Definition, "sections">): ((field: Field) => boolean) => {
  const inSections = new Set(sections.flatMap(({ fields, visibleWhen }) => (visibleWhen === undefined ? [] : fields)))
  return ({ slug, visibleWhen }) => visibleWhen !== undefined || inSections.has(slug)
}

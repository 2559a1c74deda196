/** The styles of the element, once in each document or shadow tree that it stands in. */
import { styles } from "./styles.ts"

/** Made by the first element: where there is no DOM, this module is imported too. */
let sheet: CSSStyleSheet | undefined

export const adopt = (root: Node): void => {
  if (!(root instanceof Document || root instanceof ShadowRoot)) return
  if (sheet === undefined) (sheet = new CSSStyleSheet()).replaceSync(styles)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}

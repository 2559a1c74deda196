/** The styles of the element, once in each document or shadow tree that it stands in. */
import { styles } from "./styles.ts"

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)

export const adopt = (root: Node): void => {
  if (!(root instanceof Document || root instanceof ShadowRoot) || root.adoptedStyleSheets.includes(sheet)) return
  root.adoptedStyleSheets.push(sheet)
}

/** Tables of elements and attributes for the scanner of an author's HTML (https://html.spec.whatwg.org). */

/** Elements without content, which are never closed. */
export const voidElements: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" ")
)

/** Elements that mail programs take out, or whose content is read by other rules than text. */
export const forbiddenElements: ReadonlySet<string> = new Set(
  (
    "script iframe object embed applet svg math template noscript noembed noframes xmp plaintext listing frameset frame base " +
    "textarea select option optgroup image"
  ).split(" ")
)

/** Elements that may not hold text directly: browsers move the text elsewhere or open another element. */
export const textlessElements: ReadonlySet<string> = new Set("html head table thead tbody tfoot tr colgroup".split(" "))

/** Elements whose attributes say something to the program that shows the page. */
export const settingElements: ReadonlySet<string> = new Set(["meta", "link", "html"])

/** Attributes that hold a web address. */
export const addressAttributes: ReadonlySet<string> = new Set(
  "href src action formaction background cite longdesc poster data ping manifest icon usemap codebase classid profile xlink:href".split(
    " "
  )
)

/** Attributes that hold a language of their own; those that begin with `on` hold JavaScript. */
export const codeAttributes: ReadonlySet<string> = new Set(
  "style srcdoc srcset imagesrcset http-equiv is slot nonce xmlns".split(" ")
)

/** Saves a text, or bytes, as a file of the browser's downloads. It gets no address but one in memory, which ends at once. */
export const saveAs = (name: string, content: string | Blob): void => {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: "text/plain" }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the address when the click is over, but reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}

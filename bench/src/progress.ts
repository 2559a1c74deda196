/** A progress bar on stderr, where that is a terminal. */
export const progress = (label: string) => {
  const { isTTY } = process.stderr
  let shown = -1
  return (done: number, of: number): void => {
    const share = Math.floor((done / of) * 30)
    if (!isTTY || (share === shown && done < of)) return
    shown = share
    const bar = "█".repeat(share).padEnd(30, "░")
    process.stderr.write(done < of ? `\r\u001b[K${bar} ${label}` : "\r\u001b[K")
  }
}

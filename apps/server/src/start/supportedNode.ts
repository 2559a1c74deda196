/** Ends the command with a sentence on a Node that is too old for it. Imported before anything else. */
const needed = [24, 7] as const // crypto.argon2, which hashes passwords

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  process.stderr.write(`formwork needs Node ${needed.join(".")} or newer, and this is ${process.version}.\n`)
  process.exit(1)
}

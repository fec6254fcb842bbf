// Runs before anything else, and under any Node: it must stay readable by old ones.
// npm's scripts find Node 24 in node_modules; outside them, or on macOS, the system's Node runs.
const MAJOR = 24
const major = Number(process.versions.node.split('.')[0])
if (major < MAJOR) {
  console.error(
    `Relevé demande Node ${MAJOR} ou plus récent, et celui-ci est ${process.version}\u00a0: ` +
      'lancez-le par «\u00a0npm run\u00a0», ou installez Node 24.',
  )
  process.exit(1)
}

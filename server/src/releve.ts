// The commands of whoever runs the platform: npm run releve -- aide

import { commander } from './maintenance/commander.ts'

const issue = await commander(process.argv.slice(2), new Date(), async () => {
  const { readConfig, readEnvFile } = await import('./platform/config.ts')
  readEnvFile()
  return readConfig(process.env)
})
if ('erreur' in issue) process.stderr.write(`${issue.erreur}\n`)
else process.stdout.write(`${issue.sortie}\n`)
process.exitCode = issue.code

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Writes `.br` and `.gz` beside every text file of the build, for the server to send as they are. */
function precompresser(): Plugin {
  return {
    name: 'releve-precompresser',
    apply: 'build',
    // Once written: Vite still rewrites its chunks (preloads) after every `generateBundle`.
    async writeBundle({ dir = '' }, bundle) {
      const noms = Object.keys(bundle).filter((nom) => /\.(js|css|svg|json)$/.test(nom))
      for (const nom of noms) {
        const chemin = join(dir, nom)
        const texte = await readFile(chemin)
        if (texte.length < 1024) continue
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
        const [br, gzippe] = await Promise.all([brotli(texte, options), gz(texte, { level: 9 })])
        await Promise.all([writeFile(`${chemin}.br`, br), writeFile(`${chemin}.gz`, gzippe)])
      }
    },
  }
}

// index.html is not precompressed: the server rewrites it from its configuration.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompresser()],
  resolve: {
    // The browser trusts our server's answers: it reads types and paths, and parses nothing.
    alias: { zod: `${import.meta.dirname}/src/app/zodAbsent.ts` },
  },
  build: { outDir: 'dist', target: 'es2023', reportCompressedSize: false },
  server: {
    port: 5173,
    proxy: { '/api': { target: process.env.RELEVE_API ?? 'http://127.0.0.1:3000' } },
  },
})

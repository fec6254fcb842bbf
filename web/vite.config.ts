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
    enforce: 'post',
    async generateBundle(_, bundle) {
      const fichiers = Object.values(bundle).filter((f) => /\.(js|css|svg|json)$/.test(f.fileName))
      for (const fichier of fichiers) {
        const texte = Buffer.from(fichier.type === 'chunk' ? fichier.code : fichier.source)
        if (texte.length < 1024) continue
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
        const [br, gzippe] = await Promise.all([brotli(texte, options), gz(texte, { level: 9 })])
        this.emitFile({ type: 'asset', fileName: `${fichier.fileName}.br`, source: br })
        this.emitFile({ type: 'asset', fileName: `${fichier.fileName}.gz`, source: gzippe })
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

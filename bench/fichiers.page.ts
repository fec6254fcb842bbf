// Makes one PDF in this process, and tells what it took, in JSON: `releve` (ours), `tableau` (the same
// cells in one bare table, columns and rows left to the compiler), `vide` (an empty document).
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { grandAnnuaire } from '../server/src/annuaire/fichiers/grand.banc.ts'
import { livreDe } from '../server/src/annuaire/fichiers/livre.ts'
import { ouvrageDe } from '../server/src/annuaire/fichiers/ouvrage.ts'
import { composerPdf } from '../server/src/platform/typst.ts'

const [sorte = 'releve', structures = '2000', mensuels = '30'] = process.argv.slice(2)

const VIDE = '#set document(title: "Vide")\n'
const TABLEAU = `#set document(title: "Tableau")
#set page(flipped: true)
#set text(7pt)
#let o = json("/ouvrage.json")
#for c in o.chapitres { for t in c.tableaux {
  table(columns: t.largeurs, ..t.lignes.flatten())
} }
`

const SOURCE = new URL('../server/src/annuaire/fichiers/annuaire.typ', import.meta.url)

function sourceDe(): URL {
  if (sorte === 'releve') return SOURCE
  const chemin = join(tmpdir(), `releve-banc-${sorte}.typ`)
  writeFileSync(chemin, sorte === 'vide' ? VIDE : TABLEAU)
  return pathToFileURL(chemin)
}

const debut = performance.now()
const annuaire = grandAnnuaire({ structures: Number(structures), mensuels: Number(mensuels) })
const ouvrage = ouvrageDe(annuaire)
const nu = {
  chapitres: ouvrage.chapitres.map(({ tableaux }) => ({
    tableaux: tableaux.map(({ lignes, droite }) => ({
      largeurs: droite.length,
      lignes: lignes.map(({ c }) => c),
    })),
  })),
}
const livre = sorte === 'releve' ? livreDe(ouvrage) : { parties: [nu] }
const { pdf, pages } = await composerPdf(sourceDe(), livre)
const ms = performance.now() - debut
const { user, system } = process.cpuUsage()
const sommet = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
const cases = nu.chapitres.flatMap(({ tableaux }) =>
  tableaux.flatMap(({ lignes }) => lignes.map((ligne) => ligne.length)),
)
console.log(
  JSON.stringify({
    ms,
    processeur: (user + system) / 1000,
    memoire: Number(sommet) / 1024,
    pages,
    octets: pdf.length,
    cases: cases.reduce((a, b) => a + b, 0),
  }),
)

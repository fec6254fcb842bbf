import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../../test/banc.ts'
import { reussi } from '../../../test/formulaires.ts'
import { refuseSansEcrire } from '../../../test/refus.ts'
import { METADONNEES } from './dhis2.banc.ts'

const { asDpps, base } = await ouvrirBanc()

const enFichier = (contenu: string | Buffer, nom = 'metadonnees.json') => ({
  nom,
  typeMime: 'application/json',
  contenu: Buffer.from(contenu),
})
const exporter = (contenu: unknown, choix?: string) =>
  asDpps.appeler(modeleApi.exporterUnites, {
    body: {
      fichier: enFichier(typeof contenu === 'string' ? contenu : JSON.stringify(contenu)),
      ...(choix !== undefined && { choix }),
    },
  })

describe('les unités d’organisation d’un fichier de DHIS2', () => {
  it('font un tableur que l’import des structures lit, une fois complété', async () => {
    const { octets } = await exporter(METADONNEES)
    const texte = octets.toString('utf8')
    expect(texte).toContain('CAU-1')
    const importer = (csv: string, apercu: 'true' | 'false') =>
      asDpps.appeler(structureApi.importerStructures, {
        body: { apercu, fichier: enFichier(csv, 'structures.csv') },
      })
    const { lignes } = await reussi(importer(texte, 'true'))
    expect(lignes.map(({ cle, effet }) => [cle, effet])).toEqual([
      ['CAU-1', 'ERREUR'],
      ['OUCENTRE002', 'ERREUR'],
    ])
    const dits = new Set(lignes.flatMap(({ details }) => details.map(({ chemin }) => chemin)))
    for (const attendu of dits) expect(['Type', 'Région', 'Statut']).toContain(attendu)
    const [entetes = '', ...suite] = texte.trimEnd().split(/\r?\n/)
    const noms = entetes.replace(/^\uFEFF/, '').split(';')
    const completer = (ligne: string) => {
      const cases = ligne.split(';')
      cases[noms.indexOf('Type')] = 'CAU'
      cases[noms.indexOf('Région')] = 'R01'
      return cases.join(';')
    }
    const csv = [entetes, ...suite.map(completer)].join('\r\n')
    const faite = await reussi(importer(csv, 'false'))
    expect(faite.lignes.map(({ effet }) => effet)).toEqual(['CREER', 'CREER'])
  })

  it.each([
    ['coupé', '{"dataSets": [', 'MODELE_ILLISIBLE', 'JSON'],
    [
      'sans unité',
      { ...METADONNEES, organisationUnits: [] },
      'MODELE_INCONVERTIBLE',
      'aucune unité',
    ],
    ['sans jeu de données', { dataSets: [] }, 'MODELE_INCONVERTIBLE', 'dataSets'],
    ['d’autre chose', {}, 'ORIGINE_INCONNUE', 'DHIS2'],
  ] as const)(
    'd’un fichier %s sont refusées, sans rien écrire',
    async (_, contenu, code, raison) => {
      const photo = () => base.db.selectFrom('structure').select('code').orderBy('code').execute()
      const refus = await refuseSansEcrire(photo, code, () => exporter(contenu))
      expect(refus.libelle).toContain(raison)
    },
  )

  it('se choisissent par le jeu de données', async () => {
    expect((await exporter(METADONNEES, 'dsAbsent001')).code).toBe('MODELE_INCONVERTIBLE')
  })
})

import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { amener, commencer, relire, reussi } from '../../test/formulaires.ts'
import { historiqueDe, modifier, ouvrirBancFormulaires, photo } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAutreStructure, asDpps } = banc

const TETE = 'structure;modele;annee;mois;case;valeur;commentaire'
const MARS = 'CAU-R01-01;RMA;2025;3'
const NUMERO = 'RMA-CAU-R01-01-202503'

const fichierDe = (contenu: Buffer, nom = 'rapports.csv') => ({
  nom,
  typeMime: 'application/octet-stream',
  contenu,
})
const envoyer = (qui: Personne, contenu: Buffer, apercu: 'true' | 'false') =>
  qui.appeler(api.importerFormulaires, { body: { apercu, fichier: fichierDe(contenu) } })

async function importer(qui: Personne, lignes: string[], apercu: 'true' | 'false' = 'false') {
  const contenu = Buffer.from([TETE, ...lignes].join('\r\n'))
  return (await reussi(envoyer(qui, contenu, apercu))).lignes
}

const dits = (lignes: Awaited<ReturnType<typeof importer>>) =>
  lignes.flatMap(({ details }) => details.map(({ libelle }) => libelle)).join('\n')

describe('plusieurs rapports d’un tableur', () => {
  const venues = [
    `${MARS};MVT.DEB.M;12;recompté`,
    `${MARS};SIT_FONCT;NORMAL`,
    `${MARS};MVT.DEB.F;`,
    'CAU-R01-01;RMA;2025;février;MVT.DEB.M;1 200',
  ]

  it('se disent sans rien écrire, puis s’écrivent avec historique et journal ; rejoués, ne changent rien', async () => {
    const avant = await photo(banc)
    expect(await importer(asStructure, venues, 'true')).toMatchObject([
      { effet: 'CREER', ligne: 2, cle: 'RMA · CAU-R01-01 · mars 2025' },
      { effet: 'CREER', ligne: 5 },
    ])
    expect(await photo(banc)).toEqual(avant)
    await importer(asStructure, venues)
    const f = await relire(asStructure, NUMERO)
    expect(f).toMatchObject({
      etat: 'BROUILLON',
      donnees: { 'MVT.DEB.M': 12, SIT_FONCT: 'NORMAL' },
      commentaires: { 'MVT.DEB.M': 'recompté' },
    })
    expect((await historiqueDe(asStructure, NUMERO)).map(({ action }) => action)).toEqual([
      'modifier',
      'enregistrer',
    ])
    const { elements } = await reussi(
      asDpps.appeler(journalApi.listJournal, { query: { action: 'RAPPORTS_IMPORTES' } }),
    )
    expect(elements).toHaveLength(1)
    const ecrits = await photo(banc)
    expect((await importer(asStructure, venues)).map(({ effet }) => effet)).toEqual([
      'INCHANGE',
      'INCHANGE',
    ])
    expect(await photo(banc)).toEqual(ecrits)
  })

  it('changent ce qui diffère, et le disent avant ; au nom de la structure quand la direction saisit', async () => {
    await reussi(modifier(asStructure, await commencer(asStructure), { 'MVT.DEB.M': 12 }))
    const suite = [`${MARS};MVT.DEB.M;13`]
    expect(dits(await importer(asDpps, suite, 'true'))).toBe('MVT.DEB.M\u00a0: 12 → 13')
    expect(await importer(asDpps, suite)).toMatchObject([{ effet: 'MODIFIER' }])
    expect((await relire(asStructure, NUMERO)).donnees).toMatchObject({ 'MVT.DEB.M': 13 })
    const [derniere] = await historiqueDe(asStructure, NUMERO)
    expect(derniere).toMatchObject({ action: 'modifier' })
    expect(derniere?.auNomDe).not.toBeNull()
  })

  it.each(['csv', 'xlsx'] as const)(
    'un export de « Données », en %s, revient sans changement',
    async (format) => {
      await commencer(asStructure)
      await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
      const body = { modeles: ['RMA'], forme: 'LONG', format } as const
      const { octets } = await asDpps.appeler(api.exporterDonnees, { body })
      const avant = await photo(banc)
      const { lignes } = await reussi(envoyer(asDpps, octets, 'false'))
      expect(dits(lignes)).toBe('')
      expect(lignes.map(({ effet }) => effet)).toEqual(['INCHANGE', 'INCHANGE'])
      expect(await photo(banc)).toEqual(avant)
    },
  )
})

describe('un rapport en erreur est laissé', () => {
  it.each([
    ['structure inconnue', 'INCONNUE;RMA;2025;3;MVT.DEB.M;1', 'n’existe pas'],
    ['modèle inconnu', 'CAU-R01-01;RIEN;2025;3;MVT.DEB.M;1', 'RIEN'],
    ['mois illisible', 'CAU-R01-01;RMA;2025;13;MVT.DEB.M;1', 'n’est pas un mois'],
    ['mois à venir', 'CAU-R01-01;RMA;2025;6;MVT.DEB.M;1', 'juin 2025'],
    ['mois verrouillé', 'CAU-R01-01;RMA;2024;6;MVT.DEB.M;1', 'juin 2024'],
    ['case inconnue', `${MARS};NULLE.PART;1`, 'NULLE.PART'],
    ['valeur illisible', `${MARS};MVT.DEB.M;douze`, 'nombre entier'],
    ['valeur à deux lectures', `${MARS};MVT.DEB.M;1.234`, 'de deux façons'],
    ['valeur négative', `${MARS};MVT.DEB.M;-4`, 'MVT.DEB.M'],
    ['case calculée', `${MARS};MVT.ENT.TOT;4`, 'calculée'],
  ])('%s, et n’arrête pas les autres', async (_, ligne, dit) => {
    const bonne = 'CAU-R01-01;RMA;2025;2;MVT.DEB.M;7'
    const lignes = await importer(asStructure, [ligne, bonne])
    expect(lignes.map(({ effet }) => effet)).toEqual(['ERREUR', 'CREER'])
    expect(dits(lignes)).toContain(dit)
    const numeros = await banc.base.db.selectFrom('formulaire').select('numero').execute()
    expect(numeros).toEqual([{ numero: 'RMA-CAU-R01-01-202502' }])
  })

  it('deux fois la même case', async () => {
    const lignes = await importer(asStructure, [`${MARS};MVT.DEB.M;1`, `${MARS};MVT.DEB.M;2`])
    expect(lignes).toMatchObject([{ effet: 'ERREUR' }])
    expect(dits(lignes)).toContain('déjà à la ligne 2')
  })

  it('le rapport d’une autre structure n’existe pas pour un agent', async () => {
    await commencer(asStructure)
    const avant = await photo(banc)
    const lignes = await importer(asAutreStructure, [`${MARS};MVT.DEB.M;1`])
    expect(lignes).toMatchObject([{ effet: 'ERREUR', libelle: '' }])
    expect(dits(lignes)).toContain('n’y avez pas accès')
    expect(await photo(banc)).toEqual(avant)
  })

  it('un rapport reçu ne change plus', async () => {
    await amener(banc, 'SOUMIS')
    const avant = await photo(banc)
    const lignes = await importer(asStructure, [`${MARS};MVT.DEB.M;999`])
    expect(lignes).toMatchObject([{ effet: 'ERREUR' }])
    expect(dits(lignes)).toContain('Soumis')
    expect(await photo(banc)).toEqual(avant)
  })
})

it('un fichier sans ses colonnes est refusé', async () => {
  const refus = await envoyer(asStructure, Buffer.from('structure;case\nA;B'), 'true')
  expect(refus.code).toBe('TABLEUR_ILLISIBLE')
  expect(JSON.stringify(refus.corps)).toContain('modele')
})

import type { Import, LigneImport } from '@releve/contract/import.ts'
import { describe, expect, it } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
import { textesImportTableur } from './importTableur.textes.ts'
import {
  type ApercuImport,
  compterEcrits,
  comptesDe,
  ecrireTous,
  ecrituresDe,
  laisseesDe,
  lignesDe,
  lireTous,
} from './importTableur.ts'

const ligne = (effet: LigneImport['effet']): LigneImport => ({
  ligne: 2,
  cle: 'awa',
  libelle: 'Awa',
  effet,
  details: [],
})
const espaces = (texte: string) => texte.replaceAll(/[\u00a0\u202f]/g, ' ')

it('compte les lignes par effet, et ne compte comme écrites que les créées et les modifiées', () => {
  const comptes = comptesDe([ligne('CREER'), ligne('CREER'), ligne('MODIFIER'), ligne('INCHANGE')])
  expect(comptes).toEqual({ CREER: 2, MODIFIER: 1, INCHANGE: 1, ATTENDRE: 0, ERREUR: 0 })
  expect(ecrituresDe(comptes)).toBe(3)
})

it('dit le bilan en accordant le participe à ce qui est importé', () => {
  const compte = { singulier: 'compte', pluriel: 'comptes' }
  const structure = { singulier: 'structure', pluriel: 'structures', feminin: true }
  expect(espaces(textesImportTableur.bilan(3, 2, compte))).toBe('3 comptes créés et 2 modifiés.')
  expect(espaces(textesImportTableur.bilan(1, 0, structure))).toBe('1 structure créée.')
  expect(espaces(textesImportTableur.bilan(0, 2, structure))).toBe('2 structures modifiées.')
  expect(espaces(textesImportTableur.bilan(1, 1, structure))).toBe(
    '1 structure créée et 1 modifiée.',
  )
})

it('demande de corriger les lignes en erreur, au singulier comme au pluriel', () => {
  const { erreurs } = textesImportTableur.raisons
  expect(erreurs(1, 0)).toContain('la ligne en erreur')
  expect(erreurs(12, 0)).toContain('les 12\u00a0lignes en erreur')
  expect(erreurs(12, 0)).not.toContain('juste')
  expect(erreurs(12, 3)).toMatch(/\u202f; ou n’importez que ce qui est juste\.$/)
})

it('compte comme laissées les lignes en erreur et celles qui les attendent', () => {
  const comptes = comptesDe([ligne('ERREUR'), ligne('ATTENDRE'), ligne('CREER'), ligne('INCHANGE')])
  expect(laisseesDe(comptes)).toBe(2)
  expect(ecrituresDe(comptes)).toBe(1)
})

describe('plusieurs fichiers', () => {
  const fichier = (nom: string) => new File(['x'], nom)
  const de = (effet: LigneImport['effet'], cle = ''): LigneImport => ({ ...ligne(effet), cle })
  const rendre = (...lignes: LigneImport[]): Import => ({ lignes, ecrit: false })
  const illisible = new EchecApi(422, { libelle: 'Ce tableur n’a pas pu être lu.' })
  const coupure = new EchecApi(0, {})

  /** A service that answers each file as said, and keeps what it was sent. */
  function service(reponses: Record<string, Import | Error>) {
    const envoyes: string[] = []
    const envoyer = async ({ name }: File) => {
      envoyes.push(name)
      const reponse = reponses[name] ?? rendre()
      if (reponse instanceof Error) throw reponse
      return reponse
    }
    return { envoyes, envoyer }
  }
  const suivre = () => ({ gardes: new WeakMap<File, ApercuImport>(), avancer: () => {} })
  const lu = (nom: string, ...lignes: LigneImport[]): ApercuImport => ({
    fige: fichier(nom),
    lignes,
  })
  const dits = (lus: readonly ApercuImport[]) =>
    lignesDe(lus).map(({ fichier: nom, effet, details }) =>
      [nom, effet, ...details.map(({ libelle }) => libelle)].join(' | '),
    )

  it('se lisent dans l’ordre ; un refusé est une ligne, les autres continuent', async () => {
    const { envoyer } = service({ 'a.xlsx': rendre(de('MODIFIER', 'A')), 'b.xlsx': illisible })
    const trois = ['a.xlsx', 'b.xlsx', 'c.csv'].map(fichier)
    const rangs: number[] = []
    const lus = await lireTous(trois, envoyer, { ...suivre(), avancer: (n) => rangs.push(n) })
    expect(dits(lus)).toEqual([
      'a.xlsx | MODIFIER',
      'b.xlsx | ERREUR | Ce tableur n’a pas pu être lu.',
    ])
    expect(rangs).toEqual([1, 2, 3])
    expect(compterEcrits(lus)).toBe(1)
  })

  it('un seul, refusé, est un échec et non une ligne', async () => {
    const { envoyer } = service({ 'b.xlsx': illisible })
    await expect(lireTous([fichier('b.xlsx')], envoyer, suivre())).rejects.toBe(illisible)
  })

  it('une lecture coupée reprend où elle en était', async () => {
    const [a, b] = [fichier('a.csv'), fichier('b.csv')]
    const suivi = suivre()
    const coupe = service({ 'b.csv': coupure })
    await expect(lireTous([a, b], coupe.envoyer, suivi)).rejects.toBe(coupure)
    const { envoyer, envoyes } = service({})
    await lireTous([a, b], envoyer, suivi)
    expect(envoyes).toEqual(['b.csv'])
  })

  it('le même rapport dans deux fichiers se dit ; deux fois dans un seul, c’est au service', () => {
    const lus = [
      lu('a.xlsx', de('MODIFIER', 'RMA · A')),
      lu('b.csv', de('MODIFIER', 'RMA · B'), de('MODIFIER', 'RMA · B')),
      lu('c.xlsx', de('MODIFIER', 'RMA · A')),
      lu('d.xlsx', de('INCHANGE', 'RMA · B')),
    ]
    const autre = textesImportTableur.double('a.xlsx')
    expect(dits(lus)).toEqual([
      'a.xlsx | MODIFIER',
      'b.csv | MODIFIER',
      'b.csv | MODIFIER',
      `c.xlsx | MODIFIER | ${autre}`,
      'd.xlsx | INCHANGE',
    ])
  })

  it('n’envoient à écrire que ceux qui ont à écrire ; un refusé entre-temps n’arrête pas les autres', async () => {
    const { envoyer, envoyes } = service({
      'a.xlsx': illisible,
      'c.xlsx': rendre(de('MODIFIER', 'C')),
    })
    const lus = [
      lu('a.xlsx', de('MODIFIER', 'A')),
      lu('b.xlsx', de('INCHANGE', 'B')),
      lu('c.xlsx', de('MODIFIER', 'C')),
    ]
    const ecriture = await ecrireTous(lus, envoyer, { avancer: () => {}, arret: () => false })
    expect(envoyes).toEqual(['a.xlsx', 'c.xlsx'])
    expect(ecriture).toMatchObject({ arrete: false, restants: 0 })
    expect(dits(ecriture.lus)).toEqual([
      'a.xlsx | ERREUR | Ce tableur n’a pas pu être lu.',
      'b.xlsx | INCHANGE',
      'c.xlsx | MODIFIER',
    ])
  })

  const ABC = ['a.xlsx', 'b.xlsx', 'c.xlsx'].map((nom) => lu(nom, de('MODIFIER', nom)))

  it('une coupure dit ce qui est écrit, ce qui l’est peut-être, et ce qui n’est pas parti', async () => {
    const { envoyer, envoyes } = service({
      'a.xlsx': rendre(de('MODIFIER', 'a.xlsx')),
      'b.xlsx': coupure,
    })
    const ecriture = await ecrireTous(ABC, envoyer, { avancer: () => {}, arret: () => false })
    expect(envoyes).toEqual(['a.xlsx', 'b.xlsx'])
    expect(ecriture).toMatchObject({ arrete: true, restants: 1 })
    expect(dits(ecriture.lus)).toEqual([
      'a.xlsx | MODIFIER',
      `b.xlsx | ERREUR | ${textesImportTableur.peutEtreEcritFichier}`,
      `c.xlsx | ERREUR | ${textesImportTableur.nonEnvoye}`,
    ])
  })

  it('s’arrêtent entre deux fichiers quand on le demande, jamais avant le premier', async () => {
    const { envoyer, envoyes } = service({ 'a.xlsx': rendre(de('MODIFIER', 'a.xlsx')) })
    const ecriture = await ecrireTous(ABC, envoyer, { avancer: () => {}, arret: () => true })
    expect(envoyes).toEqual(['a.xlsx'])
    expect(ecriture).toMatchObject({ arrete: true, restants: 2 })
  })
})

import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { modeleApi as api } from '@releve/contract/modele/modele.api.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { describe, expect, it } from 'vitest'
import { RMA } from '../../seed/modeles/rma.ts'
import { ouvrirBanc } from '../../test/banc.ts'
import { commencer as commencerRapport, relire, reussi } from '../../test/formulaires.ts'

const { asDpps, asAutreDpps, asStructure, base } = await ouvrirBanc()

const idDe = async (code: string) => {
  const modeles = await reussi(asDpps.appeler(api.gererModeles))
  return modeles.find((modele) => modele.code === code)?.versions[0]?.id ?? 0
}
const copier = async (code: string, de = 'RMA') =>
  reussi(
    asDpps.appeler(api.creerBrouillonModele, { body: { de: 'COPIE', id: await idDe(de), code } }),
  )
const enregistrer = (id: number, version: number, source: ModeleSource, qui = asDpps) =>
  qui.appeler(api.enregistrerBrouillonModele, { params: { id }, body: { version, source } })
const lire = (id: number) => reussi(asDpps.appeler(api.lireBrouillonModele, { params: { id } }))
const avril = { mois: 'APRIL', annee: 2025 } as const
const publier = (id: number, version: number, corps = {}, qui = asDpps) =>
  qui.appeler(api.publierModele, {
    params: { id },
    body: { version, aPartirDe: avril, ...corps },
  })
const fichier = (contenu: string, nom = 'modele.json') => ({
  nom,
  typeMime: 'application/json',
  contenu: Buffer.from(contenu),
})
const importer = (contenu: string, code?: string) =>
  asDpps.appeler(api.importerModele, {
    body: { fichier: fichier(contenu), ...(code !== undefined && { code }) },
  })

describe('les modèles installés', () => {
  it('ont leur source, comme ceux qui se font ici', async () => {
    const { source, etat, du, publiePar } = await reussi(
      asDpps.appeler(api.lireVersionModele, { params: { id: await idDe('RMA') } }),
    )
    expect(source).toEqual(RMA)
    expect({ etat, du, publiePar }).toEqual({ etat: 'PUBLIE', du: null, publiePar: null })
  })

  it('ne se modifient ni ne s’effacent, même par une instruction', async () => {
    const modifier = base.db.updateTable('modele').set({ libelle: 'x' }).where('code', '=', 'RMA')
    await expect(modifier.execute()).rejects.toThrow(/never edited/)
    const effacer = base.db.deleteFrom('modele').where('code', '=', 'RMA')
    await expect(effacer.execute()).rejects.toThrow(/append-only/)
  })
})

describe('un brouillon', () => {
  it('vide dit ce qui reste à écrire, et se garde', async () => {
    const body = { de: 'VIDE', code: 'NEUF', libelle: 'Un modèle neuf' } as const
    const brouillon = await reussi(asDpps.appeler(api.creerBrouillonModele, { body }))
    expect(brouillon.fautes.map(({ code }) => code)).toEqual(['SANS_CASE'])
    const refuse = await publier(brouillon.id, brouillon.version)
    expect(refuse).toMatchObject({ statut: 422, code: 'MODELE_EN_FAUTE' })
    expect(refuse.details[0]?.code).toBe('SANS_CASE')
  })

  it('d’un modèle est le seul de ce modèle', async () => {
    const id = await idDe('EPM')
    const body = { de: 'VERSION', id } as const
    const brouillon = await reussi(asDpps.appeler(api.creerBrouillonModele, { body }))
    expect(brouillon).toMatchObject({ code: 'EPM', origine: { id, version: 1 }, fautes: [] })
    expect(brouillon.source.version).toBe(2)
    expect(await asAutreDpps.appeler(api.creerBrouillonModele, { body })).toMatchObject({
      statut: 409,
      code: 'MODELE_BROUILLON_EXISTANT',
    })
  })

  it('ne prend pas le code d’un modèle', async () => {
    const body = { de: 'COPIE', id: await idDe('RMA'), code: 'SMP' } as const
    expect(await asDpps.appeler(api.creerBrouillonModele, { body })).toMatchObject({
      statut: 409,
      code: 'MODELE_EXISTANT',
    })
  })

  it('enregistré par une autre personne ne s’écrase pas', async () => {
    const { id, version, source } = await copier('COURSE')
    const envois = [asDpps, asAutreDpps].map((qui) => enregistrer(id, version, source, qui))
    const reponses = await Promise.all(envois)
    expect(reponses.map(({ statut }) => String(statut)).toSorted()).toEqual(['200', '409'])
    const perdue = reponses.find(({ statut }) => statut === 409)
    expect(perdue).toMatchObject({ code: 'MODELE_BROUILLON_PERIME' })
    expect(perdue?.libelle).toMatch(/enregistré entre-temps par dpps/)
    expect((await lire(id)).version).toBe(version + 1)
  })

  it('supprimé n’existe plus', async () => {
    const { id } = await copier('JETE')
    const params = { id }
    expect((await asDpps.appeler(api.supprimerBrouillonModele, { params })).statut).toBe(204)
    expect(await asDpps.appeler(api.supprimerBrouillonModele, { params })).toMatchObject({
      statut: 404,
      code: 'MODELE_BROUILLON_INTROUVABLE',
    })
  })

  it('dit une formule qui tourne en rond, une case inconnue, où elles sont', async () => {
    const { id, version, source } = await copier('FAUTIF')
    const mvt = source.sections.findIndex(({ code }) => code === 'MVT')
    const section = source.sections[mvt]
    if (section?.type !== 'matrice') throw new Error('MVT')
    const [deb, ent, ...autres] = section.lignes
    const lignes = [
      deb,
      { ...ent, formule: 'MVT.SOR.$' },
      ...autres.map((ligne) =>
        'code' in ligne && ligne.code === 'SOR' ? { ...ligne, formule: 'MVT.ENT.$' } : ligne,
      ),
    ] as typeof section.lignes
    const sections = source.sections.with(mvt, { ...section, lignes })
    const enRond = await enregistrer(id, version, { ...source, sections })
    expect(enRond.corps.fautes[0]).toMatchObject({
      code: 'CYCLE',
      section: 'MVT',
      chemin: ['sections', mvt, 'lignes', expect.any(Number), 'formule'],
    })
    const controles = source.controles.map((regle, rang) =>
      rang === 0 ? { ...regle, formule: '1 + MVT.RIEN.$ = 2' } : regle,
    )
    const inconnue = await enregistrer(id, version + 1, { ...source, controles })
    expect(inconnue.corps.fautes).toEqual([
      {
        code: 'CELLULE_INCONNUE',
        message: 'La cellule MVT.RIEN.M n’existe pas.',
        section: null,
        cellule: null,
        controle: 'RA01',
        trait: 'formule',
        chemin: ['controles', 0, 'formule'],
        position: 4,
        autres: 1,
      },
    ])
    expect(await publier(id, version + 2)).toMatchObject({ statut: 422, code: 'MODELE_EN_FAUTE' })
  })

  it('de plus de 10 000 cases est refusé, et rien ne s’écrit', async () => {
    const { id, version, source } = await copier('GRAND')
    const lignes = Array.from({ length: 10_001 }, (_, i) => ({ code: `L${i}`, libelle: `L${i}` }))
    const trop = {
      code: 'TROP',
      libelle: 'Trop',
      type: 'matrice' as const,
      nature: 'entier' as const,
      lignes,
      colonnes: [{ code: 'A', libelle: 'A' }],
    }
    const reponse = await enregistrer(id, version, { ...source, sections: [trop] })
    expect(reponse).toMatchObject({ statut: 422, code: 'MODELE_TROP_GRAND' })
    expect(reponse.libelle).toMatch(/10.001 cases, pour 10.000 au plus/)
    expect((await lire(id)).version).toBe(version)
  })

  it('qui n’a pas la forme d’un modèle est refusé, chaque faute à sa place', async () => {
    const { id, version, source } = await copier('TORDU')
    const tordu = { ...source, sections: 'aucune', couleur: 'bleu' }
    const reponse = await asDpps.brut('PUT', `/api/modeles/brouillons/${id}`, {
      version,
      source: tordu,
    })
    expect(reponse).toMatchObject({ statut: 422, code: 'MODELE_ILLISIBLE' })
    expect(reponse.details.map(({ chemin }) => chemin)).toEqual([
      'source.sections',
      'source.couleur',
    ])
    const nul = { ...source, libelle: 'a\0b' }
    expect(await enregistrer(id, version, nul)).toMatchObject({ statut: 400 })
  })
})

describe('une publication', () => {
  it('remplace la version d’avant à partir de son mois, et s’attribue', async () => {
    await commencerRapport(asStructure, { modele: 'SMP', mois: 'JANUARY' }).catch(() => null)
    const id = await idDe('SMP')
    const brouillon = await reussi(
      asDpps.appeler(api.creerBrouillonModele, { body: { de: 'VERSION', id } }),
    )
    const publiee = await reussi(publier(brouillon.id, brouillon.version, { attribuerA: ['CRSM'] }))
    expect(publiee).toMatchObject({ code: 'SMP', version: 2, du: avril, attribuees: 0 })
    const modeles = await reussi(asDpps.appeler(api.gererModeles))
    const smp = modeles.find(({ code }) => code === 'SMP')
    expect(smp?.versions.map(({ version, du, au, etat }) => ({ version, du, au, etat }))).toEqual([
      { version: 2, du: avril, au: null, etat: 'PUBLIE' },
      { version: 1, du: null, au: { mois: 'MARCH', annee: 2025 }, etat: 'PUBLIE' },
    ])
    expect(smp?.brouillon).toBeNull()
  })

  it('d’un modèle neuf l’attribue aux structures des types choisis', async () => {
    const { id, version } = await copier('ENQ')
    const refuse = await publier(id, version, { attribuerA: ['MAC'] })
    expect(refuse).toMatchObject({ statut: 422, code: 'MODELE_INADAPTE' })
    const { attribuees } = await reussi(publier(id, version, { attribuerA: ['CAU', 'CSE'] }))
    expect(attribuees).toBe(2)
    const { modeles } = await base.db
      .selectFrom('structurePeriode as e')
      .innerJoin('structure as s', 's.id', 'e.structureId')
      .select('e.modeles')
      .where('s.code', '=', 'CAU-R01-01')
      .orderBy('e.du', 'desc')
      .executeTakeFirstOrThrow()
    expect(modeles).toContain('ENQ')
  })

  it('d’un modèle que personne n’a rempli vaut aussi pour un mois passé, une seule fois', async () => {
    const { id, version, publication } = await copier('PASSE')
    expect(publication.premierMois).toEqual({ mois: 'MARCH', annee: 2025 })
    expect(publication.plusTot).toEqual({ mois: 'JANUARY', annee: 2000 })
    const passe = { aPartirDe: { mois: 'MAY', annee: 2023 } }
    await reussi(publier(id, version, passe))
    const body = { de: 'VERSION', id: await idDe('PASSE') } as const
    const suivante = await reussi(asDpps.appeler(api.creerBrouillonModele, { body }))
    expect(suivante.publication.plusTot).toEqual({ mois: 'MARCH', annee: 2025 })
    expect(await publier(suivante.id, suivante.version, passe)).toMatchObject({
      statut: 422,
      code: 'MODELE_MOIS_PASSE',
    })
  })

  it('d’un mois passé en attend les mois\u00a0: les clos sont en retard, et le reste tel quel', async () => {
    const autre = await commencerRapport(asStructure, { modele: 'EPM', mois: 'FEBRUARY' })
    const { id, version, publication } = await copier('ANCIEN')
    // From the 1st of March on, December is closed.
    expect(publication.premierOuvert).toEqual({ mois: 'JANUARY', annee: 2025 })
    const aPartirDe = { mois: 'NOVEMBER', annee: 2024 }
    await reussi(publier(id, version, { aPartirDe, attribuerA: ['CAU'] }))
    expect(await relire(asStructure, autre.numero)).toEqual(autre)
    const query = { structure: 'CAU-R01-01' }
    const { elements } = await reussi(asDpps.appeler(dashboardApi.listRetards, { query }))
    const mois = elements.find(({ modele }) => modele.code === 'ANCIEN')?.mois ?? []
    expect(mois.map((un) => [un.mois, un.statut, un.clos])).toEqual([
      ['NOVEMBER', 'EN_RETARD', true],
      ['DECEMBER', 'EN_RETARD', true],
      ['JANUARY', 'EN_RETARD', false],
      ['FEBRUARY', 'EN_RETARD', false],
    ])
    const commencerEn = (params: { mois: Mois; annee: number }) =>
      asStructure.appeler(formulaireApi.enregistrerFormulaire, {
        params,
        body: { modele: 'ANCIEN' },
      })
    expect(await commencerEn({ mois: 'DECEMBER', annee: 2024 })).toMatchObject({
      statut: 409,
      code: 'MOIS_VERROUILLE',
    })
    const janvier = await reussi(commencerEn({ mois: 'JANUARY', annee: 2025 }))
    expect(janvier.definition?.version).toBe(1)
  })

  it('ne vaut ni pour un mois passé, ni pour un mois déjà saisi, ni avant une autre', async () => {
    await commencerRapport(asStructure, { modele: 'RMA', mois: 'MARCH' })
    const body = { de: 'VERSION', id: await idDe('RMA') } as const
    const { id, version, publication } = await reussi(
      asDpps.appeler(api.creerBrouillonModele, { body }),
    )
    expect(publication).toMatchObject({ premierMois: avril, plusTot: avril })
    const fevrier = { aPartirDe: { mois: 'FEBRUARY', annee: 2025 } }
    expect(await publier(id, version, fevrier)).toMatchObject({ code: 'MODELE_MOIS_PASSE' })
    const mars = { aPartirDe: { mois: 'MARCH', annee: 2025 } }
    expect(await publier(id, version, mars)).toMatchObject({ code: 'MODELE_MOIS_SAISI' })
    const juin = { aPartirDe: { mois: 'JUNE', annee: 2025 } }
    await reussi(publier(id, version, juin))
    const suivant = await reussi(asDpps.appeler(api.creerBrouillonModele, { body }))
    expect(await publier(suivant.id, suivant.version)).toMatchObject({
      statut: 409,
      code: 'MODELE_VERSION_POSTERIEURE',
    })
    // The same month: it takes the place of one that has not begun.
    await reussi(publier(suivant.id, suivant.version, juin))
    const commence = await commencerRapport(asStructure, { modele: 'RMA', mois: 'FEBRUARY' })
    expect(commence.definition?.version).toBe(1)
  })

  it('à un autre rythme ne couvre aucun mois dont un rapport est déjà attendu', async () => {
    const enVigueur = await copier('RYTHME')
    const janvier = { aPartirDe: { mois: 'JANUARY', annee: 2025 } }
    const { id: origine } = await reussi(publier(enVigueur.id, enVigueur.version, janvier))
    const body = { de: 'VERSION', id: origine } as const
    const { id, version, source } = await reussi(asDpps.appeler(api.creerBrouillonModele, { body }))
    const moisAttendus: Mois[] = ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER']
    const trimestriel: ModeleSource = { ...source, moisAttendus, moisCouverts: 3 }
    const enregistre = await reussi(enregistrer(id, version, trimestriel))
    const mai = { aPartirDe: { mois: 'MAY', annee: 2025 } }
    const refus = await publier(id, enregistre.version, mai)
    expect(refus).toMatchObject({ statut: 409, code: 'MODELE_RYTHME_CHEVAUCHE' })
    expect(JSON.stringify(refus)).toMatch(/juin 2025.*avril 2025.*Choisissez juillet 2025/)
    const { id: publie } = await reussi(
      publier(id, enregistre.version, { aPartirDe: { mois: 'JULY', annee: 2025 } }),
    )
    const versions = await base.db
      .selectFrom('modele')
      .select(['moisAttendus', 'moisCouverts', 'attendusAvant', 'couvertsAvant'])
      .where('id', 'in', [origine, publie])
      .orderBy('id')
      .execute()
    const juin = 2025 * 12 + 5
    expect(versions).toEqual([
      { moisAttendus: 4095, moisCouverts: 1, attendusAvant: null, couvertsAvant: null },
      {
        moisAttendus: 0b100100100100,
        moisCouverts: 3,
        attendusAvant: Array.from({ length: 24 }, (_, n) => juin - n),
        couvertsAvant: 1,
      },
    ])
  })

  it('demandée deux fois à la fois n’a lieu qu’une', async () => {
    const { id, version } = await copier('DEUX')
    const envois = [asDpps, asAutreDpps].map((qui) => publier(id, version, {}, qui))
    const codes = (await Promise.all(envois)).map(({ statut }) => String(statut))
    expect(codes.toSorted()).toEqual(['200', '404'])
  })

  it('laisse sa trace au journal', async () => {
    const lignes = await base.db
      .selectFrom('journal')
      .select(['action', 'objet', 'detail'])
      .where('action', '=', 'MODELE_PUBLIE')
      .where('objet', '=', 'ENQ')
      .execute()
    expect(lignes).toEqual([
      {
        action: 'MODELE_PUBLIE',
        objet: 'ENQ',
        detail: { version: 1, aPartirDe: 'avril 2025', structures: 2 },
      },
    ])
  })
})

describe('un fichier', () => {
  it('exporté puis importé rend le même modèle', async () => {
    const params = { id: await idDe('RMA') }
    const { octets, entetes } = await asDpps.appeler(api.exporterVersionModele, { params })
    expect(entetes['content-disposition']).toContain('RMA-v')
    const { source, code } = await reussi(importer(octets.toString(), 'COPIE'))
    const lu = JSON.parse(octets.toString()).modele
    expect(source).toEqual({ ...lu, code: 'COPIE', version: 1 })
    expect(code).toBe('COPIE')
  })

  it.each([
    ['coupé', '{"format": "releve-modele",\n "modele": {"code": "RM', /coupé.*ligne 2/],
    ['d’autre chose', '{"nom": "autre"}', /pas un modèle exporté d’ici/],
    ['vide d’un modèle', '{"format": "releve-modele", "modele": []}', /objet/],
    [
      'trop profond',
      `{"format": "releve-modele", "modele": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
      /niveaux/,
    ],
  ])('%s est refusé, et dit pourquoi', async (_, contenu, attendu) => {
    const reponse = await importer(contenu)
    expect(reponse.statut).toBe(422)
    expect(reponse.code).toMatch(/^MODELE_/)
    expect(reponse.libelle).toMatch(attendu)
  })

  it('trop grand est refusé', async () => {
    const params = { id: await idDe('RMA') }
    const { octets } = await asDpps.appeler(api.exporterVersionModele, { params })
    const lu = JSON.parse(octets.toString())
    const controles = Array.from({ length: 4000 }, () => lu.modele.controles[0])
    const grand = JSON.stringify({ ...lu, modele: { ...lu.modele, controles } })
    expect(await importer(grand, 'GROS')).toMatchObject({ statut: 422, code: 'MODELE_TROP_GRAND' })
  })
})

describe('le vocabulaire', () => {
  it('dit les listes de codes et les cases de chaque modèle', async () => {
    const { codifications, modeles } = await reussi(asDpps.appeler(api.lireVocabulaireModele))
    expect(codifications.find(({ code }) => code === 'SEXE')?.valeurs.length).toBeGreaterThan(1)
    const rma = modeles.find(({ code }) => code === 'RMA')
    expect(rma?.cellules.some(({ adresse }) => adresse === 'MVT.FIN.TOT')).toBe(true)
  })
})

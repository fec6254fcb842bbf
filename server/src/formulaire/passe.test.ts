import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { agir, amener, commencer, renvoyer, reussi } from '../../test/formulaires.ts'
import { ditsDe, observer } from '../../test/temoin.ts'
import { modifier, ouvrirBancFormulaires, refuse } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAutreStructure, asAdmin, asDpps } = banc

const lire = (qui: Personne, numero: string) => qui.appeler(api.lirePasse, { params: { numero } })
const passeDe = async ({ numero }: Pick<Formulaire, 'numero'>, qui: Personne = asStructure) =>
  reussi(lire(qui, numero))

const soumettre = async (f: Formulaire) => reussi(agir(asStructure, 'soumettre', f))
const EN = (mois: Mois, annee = 2025) => ({ mois, annee, moisCouverts: 1 })

const RAISON = 'Une aile est fermée pour travaux.'

/** The warnings that fire, all justified by these words. */
const justifier = (f: Formulaire, raison: string) =>
  reussi(modifier(asStructure, f, {}, { justifications: raisonsDe(f, raison) }))

function raisonsDe({ resultats }: Formulaire, raison: string) {
  const avertis = resultats.filter(({ niveau }) => niveau === 'AVERTISSEMENT')
  return Object.fromEntries(avertis.map(({ cle }) => [cle, raison]))
}

/** A month received, its warnings justified. */
async function recu(mois: Mois): Promise<Formulaire> {
  return soumettre(await justifier(await commencer(asStructure, { mois }), RAISON))
}

/** A month in which few days of presence make RA08 fire; justified, not submitted. */
async function presqueVide(mois: Mois, raison = RAISON): Promise<Formulaire> {
  const debut = await commencer(asStructure, { mois })
  return justifier(await reussi(modifier(asStructure, debut, { JOURNEES: 1 })), raison)
}

describe('le passé d’un rapport', () => {
  it('dit les mois reçus, du plus ancien au plus récent, et ce que leurs cases valaient', async () => {
    const janvier = await amener(banc, 'DIFFUSE', { mois: 'JANUARY' })
    const fevrier = await recu('FEBRUARY')
    const passe = await passeDe(await commencer(asStructure))
    expect(passe.mois).toEqual([EN('JANUARY'), EN('FEBRUARY')])
    expect(passe.valeurs['MVT.FIN.M']).toEqual([
      janvier.donnees['MVT.FIN.M'],
      fevrier.donnees['MVT.FIN.M'],
    ])
    // Computed cells have a past too; texts, lists and rows of repeating tables have none.
    expect(passe.valeurs['MVT.FIN.TOT']).toHaveLength(2)
    const autres = Object.keys(passe.valeurs).filter((adresse) =>
      /^(SIT_FONCT|ACT\.)/.test(adresse),
    )
    expect(autres).toEqual([])
  })

  it('ne dit d’un mois ni son brouillon, ni ce qui est renvoyé sans avoir été diffusé', async () => {
    await commencer(asStructure, { mois: 'JANUARY' })
    const fevrier = await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
    const mars = await commencer(asStructure)
    expect((await passeDe(mars)).mois).toEqual([EN('FEBRUARY')])
    await renvoyer(asAdmin, fevrier)
    expect(await passeDe(mars)).toEqual({
      mois: [],
      valeurs: {},
      justifications: {},
      commentaires: {},
    })
  })

  it('d’un mois repris après diffusion, dit ce qui est diffusé', async () => {
    const diffuse = await amener(banc, 'DIFFUSE', { mois: 'FEBRUARY' })
    const repris = await renvoyer(asDpps, diffuse)
    await reussi(modifier(asStructure, repris, { JOURNEES: 7 }))
    const { valeurs } = await passeDe(await commencer(asStructure))
    expect(valeurs['JOURNEES']).toEqual([diffuse.donnees['JOURNEES']])
  })

  it('distingue un blanc, ND et SO de 0', async () => {
    const fevrier = await commencer(asStructure, { mois: 'FEBRUARY' })
    const commentaires = { 'PREST.SANTE.BEN_M': 'Registre perdu.' }
    const dit = await reussi(
      modifier(
        asStructure,
        fevrier,
        { 'PREST.SANTE.BEN_M': 'ND', DUREE_MOY: null, 'INC.FUGUE.NB': 0 },
        { commentaires },
      ),
    )
    await soumettre(dit)
    const { valeurs, commentaires: dits } = await passeDe(await commencer(asStructure))
    expect(valeurs['PREST.SANTE.BEN_M']).toEqual(['ND'])
    expect(valeurs['INC.FUGUE.NB']).toEqual([0])
    expect(valeurs['DUREE_MOY']).toBeUndefined()
    expect(dits['PREST.SANTE.BEN_M']).toEqual({
      texte: 'Registre perdu.',
      depuis: EN('FEBRUARY'),
      dernier: EN('FEBRUARY'),
    })
  })

  it('ne remonte pas au-delà de vingt-quatre mois', async () => {
    await recu('JANUARY')
    await recu('FEBRUARY')
    const mars = await commencer(asStructure)
    await sql`update formulaire set annee = 2023, mois = mois + 1 where id <> ${mars.id}`.execute(
      banc.base.db,
    )
    expect((await passeDe(mars)).mois).toEqual([EN('MARCH', 2023)])
  })

  it('garde le dernier texte de chaque contrôle, et depuis quel mois il est le même', async () => {
    await soumettre(await presqueVide('JANUARY', 'Inondation du rez-de-chaussée.'))
    await soumettre(await presqueVide('FEBRUARY', `  ${RAISON} `))
    const mars = await presqueVide('MARCH')
    const { justifications } = await passeDe(mars)
    expect(justifications['RA08']).toEqual({
      texte: RAISON,
      depuis: EN('FEBRUARY'),
      dernier: EN('FEBRUARY'),
    })
    // Never filled by itself: it is in the form because somebody wrote it there.
    expect((await commencer(asStructure, { mois: 'MARCH', modele: 'EPM' })).justifications).toEqual(
      {},
    )
  })

  it('se lit du même nombre de demandes à la base, quel que soit le nombre de mois', async () => {
    const { numero } = await commencer(asStructure)
    const demandes = async () =>
      ditsDe(await observer(() => reussi(lire(asStructure, numero))), 'requete')
    await demandes()
    const sans = await demandes()
    await recu('JANUARY')
    await recu('FEBRUARY')
    await demandes()
    expect(await demandes()).toEqual(sans)
  })

  it('hors du périmètre, n’existe pas, même diffusé ; l’inconnu non plus', async () => {
    const { numero } = await amener(banc, 'DIFFUSE', { mois: 'FEBRUARY' })
    await refuse(banc, 'FORMULAIRE_INTROUVABLE', () => lire(asAutreStructure, numero))
    await refuse(banc, 'FORMULAIRE_INTROUVABLE', () => lire(asStructure, 'RMA-X-202501'))
  })
})

describe('ce qui se regarde avant d’accepter', () => {
  it('dit qu’une raison est celle des mois d’avant, et depuis quand', async () => {
    await soumettre(await presqueVide('JANUARY'))
    await soumettre(await presqueVide('FEBRUARY'))
    const mars = await soumettre(await presqueVide('MARCH'))
    const examiner = (id: number) =>
      reussi(asAdmin.appeler(api.examinerFormulaires, { body: { ids: [id] } }))
    const dite = async (id: number) =>
      (await examiner(id))[0]?.avertissements.find(({ cle }) => cle === 'RA08')
    expect(await dite(mars.id)).toMatchObject({
      justification: RAISON,
      memeTexte: { depuis: EN('JANUARY'), dernier: EN('FEBRUARY') },
    })
    const repris = await renvoyer(asAdmin, mars)
    await justifier(repris, 'Les travaux sont finis, le registre reste à jour.')
    expect(await dite(mars.id)).toMatchObject({ memeTexte: null })
  })
})

import type { Fichier } from '@releve/contract/fichier.ts'
import type { recepisseApi } from '@releve/contract/formulaire/recepisse.api.ts'
import { normaliserCode } from '@releve/contract/formulaire/recepisse.rules.ts'
import type { Recepisses, Verification } from '@releve/contract/formulaire/recepisse.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { adressePubliqueDe } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import { composerPdfAPart } from '../platform/pdf.apart.ts'
import type { Appel, Db } from '../platform/route.ts'
import { compterDemande } from '../session/tentative.sql.ts'
import { type FormulaireCharge, findFormulaire } from './formulaire.sql.ts'
import { zContenu } from './recepisse.chaine.ts'
import { papierDuRecepisse, periodeDe } from './recepisse.papier.ts'
import { findParCode, findRecepisse } from './recepisse.sql.ts'
import { RECEPISSE as T } from './recepisse.textes.ts'
import { examinerRecepisses } from './recepisse.verifier.ts'

/** The receipts of a form, newest first, and whether all that they certify still holds. */
export async function listRecepisses(db: Db, f: FormulaireCharge): Promise<Recepisses> {
  const { recepisses, rupture } = await examinerRecepisses(db, f)
  const elements = recepisses.map(({ contenu, empreinte, suite }) => {
    const { soumission: rang, le, par: agent, auNomDe, force, code } = contenu
    return { rang, le, agent, auNomDe, force, code, empreinte, suite }
  })
  return { elements: elements.toReversed(), rupture }
}

const FEUILLE = new URL('./papier.typ', import.meta.url)

/** A receipt to be kept. @throws SOUMISSION_SANS_RECEPISSE */
export async function lireRecepisse(
  appel: Appel<typeof recepisseApi.lireRecepisse>,
  f: FormulaireCharge,
): Promise<Fichier> {
  const { db, config, query } = appel
  const { soumission, format } = query
  const garde = await findRecepisse(db, f.id, soumission)
  if (!garde) throw erreur('SOUMISSION_SANS_RECEPISSE')
  const cible = T.nomDe(f.numero, garde.rang)
  const detail = { soumission: garde.rang, format }
  const contenu =
    format === 'json'
      ? Buffer.from(garde.contenu)
      : await composerPdfAPart(FEUILLE, await imprimer(db, f, garde, adressePubliqueDe(config)))
  await noter(appel, 'FORMULAIRE_EXPORTE', { cible, detail, espacee: true })
  return {
    nom: `${cible}.${format}`,
    typeMime: format === 'json' ? 'application/json' : 'application/pdf',
    contenu,
  }
}

type Garde = NonNullable<Awaited<ReturnType<typeof findRecepisse>>>

async function imprimer(db: Db, f: FormulaireCharge, garde: Garde, site: string) {
  const { compile } = await findModeleCompile(db, f.modeleId)
  const contenu = zContenu.parse(JSON.parse(garde.contenu))
  return papierDuRecepisse({ contenu, empreinte: garde.empreinte.toString('hex') }, compile, site)
}

/** From one address: who reads receipts all day needs no more, whoever tries codes finds none. */
const QUOTA = { maximum: 60, fenetre: 300_000 }

/** What a receipt certifies, for whoever holds its code. @throws RECEPISSE_INTROUVABLE, TROP_DE_DEMANDES */
export async function verifierRecepisse({
  db,
  params,
  adresse,
  maintenant,
}: Appel<typeof recepisseApi.verifierRecepisse>): Promise<Verification> {
  await compterDemande(db, `recepisse:${adresse}`, QUOTA, maintenant)
  const trouve = await findParCode(db, normaliserCode(params.code))
  const f = trouve && (await findFormulaire(db, { id: trouve.formulaireId }))
  if (!f) throw erreur('RECEPISSE_INTROUVABLE')
  const { recepisses, rupture } = await examinerRecepisses(db, f)
  const lu = recepisses.find(({ contenu }) => contenu.soumission === trouve.rang)
  if (!lu) throw erreur('RECEPISSE_INTROUVABLE')
  const { contenu, empreinte, suite } = lu
  const { code, numero, soumission: rang, le: soumisLe, fuseau } = contenu
  return {
    ...periodeDe(contenu.mois),
    code,
    numero,
    rang,
    soumisLe,
    fuseau,
    empreinte,
    suite,
    structure: contenu.structure.libelle,
    modele: contenu.modele.libelle,
    conforme: rupture === null,
  }
}

import type { Fichier } from '@releve/contract/fichier.ts'
import type { recepisseApi } from '@releve/contract/formulaire/recepisse.api.ts'
import { normaliserCode } from '@releve/contract/formulaire/recepisse.rules.ts'
import {
  LIBELLES_RUPTURES,
  type Recepisses,
  type Verification,
} from '@releve/contract/formulaire/recepisse.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { adressePubliqueDe } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import { composerPdfAPart } from '../platform/pdf.apart.ts'
import type { Appel, Db } from '../platform/route.ts'
import { pourDe } from '../platform/tour.ts'
import { compterDemande } from '../session/tentative.sql.ts'
import { type FormulaireCharge, findFormulaire } from './formulaire.sql.ts'
import { papierDuRecepisse, periodeDe } from './recepisse.papier.ts'
import { findParCode } from './recepisse.sql.ts'
import { RECEPISSE as T } from './recepisse.textes.ts'
import { examinerRecepisses, type RecepisseLu } from './recepisse.verifier.ts'

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

/** A receipt to be kept. None leaves, as if it held, once the chain is broken. */
async function findIntact(db: Db, f: FormulaireCharge, soumission?: number): Promise<RecepisseLu> {
  const { recepisses, rupture } = await examinerRecepisses(db, f)
  if (rupture) throw erreur('RECEPISSE_ALTERE', { ecart: rupture.libelle })
  const voulu = recepisses.at(soumission === undefined ? -1 : soumission - 1)
  if (!voulu) throw erreur('SOUMISSION_SANS_RECEPISSE')
  return voulu
}

/** A receipt as a file. @throws SOUMISSION_SANS_RECEPISSE, RECEPISSE_ALTERE */
export async function lireRecepisse(
  appel: Appel<typeof recepisseApi.lireRecepisse>,
  f: FormulaireCharge,
): Promise<Fichier> {
  const { db, config, query } = appel
  const { soumission, format } = query
  const lu = await findIntact(db, f, soumission)
  const rang = lu.contenu.soumission
  const cible = T.nomDe(f.numero, rang)
  const detail = { soumission: rang, format }
  const contenu =
    format === 'json'
      ? Buffer.from(lu.texte)
      : await composerPdfAPart(
          FEUILLE,
          await imprimer(db, f, lu, adressePubliqueDe(config)),
          pourDe(appel),
        )
  await noter(appel, 'FORMULAIRE_EXPORTE', { cible, detail, espacee: true })
  return {
    nom: `${cible}.${format}`,
    typeMime: format === 'json' ? 'application/json' : 'application/pdf',
    contenu,
  }
}

async function imprimer(db: Db, f: FormulaireCharge, lu: RecepisseLu, site: string) {
  const { compile } = await findModeleCompile(db, f.modeleId)
  return papierDuRecepisse(lu, compile, site)
}

/** From one address: who reads receipts all day needs no more, whoever tries codes finds none. */
const QUOTA = { maximum: 60, fenetre: 300_000 }

/**
 * What a receipt certifies, for whoever holds its code; one that cannot be read any more is
 * refused.
 * @throws RECEPISSE_INTROUVABLE, RECEPISSE_ALTERE, TROP_DE_DEMANDES
 */
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
  if (!lu) throw erreur('RECEPISSE_ALTERE', { ecart: LIBELLES_RUPTURES.RECEPISSE })
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
    rupture: rupture?.sorte ?? null,
  }
}

import type { Controle } from '@releve/contract/modele/modele.schema.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import { nommerOrganisation } from '@releve/contract/parametre/organisation.champs.ts'
import type { Contexte } from '../platform/route.ts'
import type { FormulaireOuvert } from './formulaire.calcul.ts'
import { acteDe, type RecepisseNeuf, type Trace } from './formulaire.ecriture.sql.ts'
import type { FormulaireCharge } from './formulaire.sql.ts'
import {
  type Contenu,
  canoniser,
  createCode,
  empreinteDe,
  FORMAT_RECEPISSE,
  jalonDe,
  maillonDe,
  ORIGINE,
} from './recepisse.chaine.ts'
import { findSuite } from './recepisse.sql.ts'

/** What is signed, as the act writes it. */
export type ActeSigne = { ouvert: FormulaireOuvert; horsDelai: boolean }

/** The controls that a receipt tells: those that something was answered to, or that block. */
const controlesDe = (resultats: readonly Controle[]): Contenu['controles'] =>
  resultats.flatMap(({ cle, niveau, message }) =>
    niveau === 'INFO' ? [] : [{ cle, niveau, message }],
  )

/** The chain from the last receipt to the act under way, the last one. */
async function poursuivre({ db }: Contexte, f: FormulaireCharge, trace: Trace) {
  const { dernier, actes: passes } = await findSuite(db, f.id)
  let historique = dernier?.historique ?? ORIGINE
  const actes = [...passes, acteDe(f.version + 1, trace)].map((acte) => {
    historique = maillonDe(historique, acte)
    return jalonDe(historique)
  })
  const precedent = dernier?.empreinte.toString('hex') ?? null
  return { soumission: (dernier?.rang ?? 0) + 1, precedent, actes, historique }
}

/** The receipt of the act that `trace` tells, which takes the form out of entry. */
export async function composerRecepisse(
  appel: Contexte,
  f: FormulaireCharge,
  { ouvert, horsDelai }: ActeSigne,
  trace: Trace,
): Promise<RecepisseNeuf> {
  const { code: codeModele, version, libelle, moisCouverts = 1 } = ouvert.modele.compile.modele
  const code = createCode()
  const contenu: Contenu = {
    format: FORMAT_RECEPISSE,
    code,
    numero: f.numero,
    le: trace.le,
    fuseau: f.reglages.fuseau,
    structure: { code: f.structureCode, libelle: f.structureLibelle },
    modele: {
      code: codeModele,
      version,
      libelle,
      ...(moisCouverts > 1 && { moisCouverts }),
    },
    mois: isoDe(periodeDe(f.rang)),
    organisation: nommerOrganisation(f.reglages),
    par: appel.agent.nomAffichable,
    auNomDe: trace.auNomDe === null ? null : f.structureLibelle,
    force: trace.force ?? false,
    horsDelai,
    valeurs: ouvert.calcul.donnees(),
    commentaires: f.commentaires,
    justifications: f.justifications,
    controles: controlesDe(ouvert.calcul.resultats()),
    ...(await poursuivre(appel, f, trace)),
  }
  const texte = canoniser(contenu)
  return { rang: contenu.soumission, code, contenu: texte, empreinte: empreinteDe(texte) }
}

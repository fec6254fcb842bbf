import { libellePeriode } from '@releve/contract/mois.ts'
import { CHAMPS_RELANCE } from '@releve/contract/relance/relance.champs.ts'
import { RELANCES_MAX } from '@releve/contract/relance/relance.rules.ts'
import type { BilanRelance, ManquantRelance } from '@releve/contract/relance/relance.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexteLong } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import { Second } from '../ui/Ligne.tsx'
import { PanneauLot } from '../ui/PanneauLot.tsx'
import { textesFiche } from '../ui/ui.textes.ts'
import { useForme } from '../ui/useForme.ts'
import { apercu, type LigneRelance, useRelancer } from './relance.queries.ts'
import { textesRelance } from './relance.textes.ts'
import './relance.css'

const t = textesRelance.dialogue

/** Once done, how many there were before is no longer true. */
function Manquant({ fait, ...manquant }: ManquantRelance & { fait: boolean }) {
  const { modele, joursRetard, echeance, rappels, dernierRappel } = manquant
  return (
    <li>
      {`${modele} ${libellePeriode(manquant, manquant.moisCouverts)}\u00a0: ${t.echeance(echeance)}`}
      {joursRetard > 0 && `, ${t.retard(joursRetard)}`}
      {dernierRappel && !fait && <Second>{t.rappels(rappels, dernierRappel)}</Second>}
    </li>
  )
}

/** Who is written to, about what. */
function Envois({ envois, fait }: Pick<BilanRelance, 'envois'> & { fait: boolean }) {
  if (envois.length === 0) return null
  return (
    <section className="rel-liste" aria-labelledby="rel-envois">
      <h3 id="rel-envois">{fait ? t.envoyes : t.envois}</h3>
      <ul>
        {envois.map(({ destinataires, structures }) => (
          <li key={destinataires.map(({ id }) => id).join()}>
            {structures.map(({ structure, formulaires }) => (
              <div key={structure.id}>
                <strong>{structure.libelle}</strong>
                <ul>
                  {formulaires.map((un) => (
                    <Manquant key={`${un.modele}${un.annee}${un.mois}`} {...un} fait={fait} />
                  ))}
                </ul>
              </div>
            ))}
            <Second>
              {t.a(destinataires.map(({ nomAffichable }) => nomAffichable).join(', '))}
            </Second>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Refus = BilanRelance['refus'][number]

function nomDe({ nom, modele, mois, annee, moisCouverts }: Refus): string {
  const quand = mois && annee ? libellePeriode({ mois, annee }, moisCouverts) : null
  return [nom, [modele, quand].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

type Props = { lignes: readonly LigneRelance[]; onFermer: () => void }

function Trop({ lignes, onFermer }: Props) {
  return (
    <Dialogue
      ouvert
      titre={t.titre}
      onFermer={onFermer}
      actions={
        <BoutonAction variant="text" onClick={onFermer}>
          {t.fermer}
        </BoutonAction>
      }
    >
      <Alerte gravite="warning">{t.trop(lignes.length, RELANCES_MAX)}</Alerte>
    </Dialogue>
  )
}

const AUCUN: BilanRelance['refus'] = []

/** What is left out, line by line. */
const ecartesDe = (refus: BilanRelance['refus'] = AUCUN) => ({
  titre: t.refus(refus.length),
  lignes: refus.map((un) => ({ nom: nomDe(un), raison: un.libelle })),
})

/** Before: whom these lines would be written to; `fait`, what left. */
function Contenu({ bilan, fait, texte }: { bilan: BilanRelance; fait: boolean; texte: ReactNode }) {
  const dit = fait ? t.fait(bilan, bilan.courriel) : t.bilan(bilan, bilan.courriel)
  return (
    <>
      <p role="status">{bilan.structures > 0 ? dit : t.rien}</p>
      {!fait && bilan.structures > 0 && texte}
      <Envois envois={bilan.envois} fait={fait} />
    </>
  )
}

function Question({ lignes: demandees, onFermer }: Props) {
  // The list behind may change: the question is about what was chosen.
  const [lignes] = useState(demandees)
  const [fait, setFait] = useState<BilanRelance | null>(null)
  const requete = useQuery({ ...apercu(lignes), enabled: fait === null })
  const { forme, envoi } = useForme(
    { champs: CHAMPS_RELANCE, lue: null, saisieDe: () => ({ texte: '' }) },
    useRelancer(),
  )
  const bilan = fait ?? requete.data
  const nombre = bilan?.structures ?? 0
  const possible = fait === null && nombre > 0
  const relancer = () =>
    envoi.soumettre(() => ({ lignes: [...lignes], texte: forme.saisie.texte || null }), {
      onSuccess: setFait,
    })
  const texte = <ChampTexteLong {...forme.lier('texte')} aide={t.texteAide} />
  return (
    <PanneauLot
      titre={titreDe(bilan, fait !== null)}
      ecartes={ecartesDe(bilan?.refus)}
      commence={fait !== null}
      onFermer={onFermer}
      onSoumettre={() => possible && !envoi.enCours && relancer()}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {possible || (!fait && requete.isPending) ? textesFiche.annuler : t.fermer}
          </BoutonAction>
          {possible && (
            <BoutonAction type="submit" variant="contained" enCours={envoi.enCours}>
              {t.bouton(nombre)}
            </BoutonAction>
          )}
        </>
      }
    >
      <FicheEchec textes={textesRelance} echec={envoi.echec} onRecharger={undefined} />
      {fait ? (
        <Contenu bilan={fait} fait texte={null} />
      ) : (
        <Chargement requete={requete} lignes={4}>
          {(lu) => <Contenu bilan={lu} fait={false} texte={texte} />}
        </Chargement>
      )}
    </PanneauLot>
  )
}

/** How many reports of how many that were chosen: to be reminded of, then reminded. */
function titreDe(bilan: BilanRelance | undefined, fait: boolean): string {
  if (!bilan) return t.titre
  const { formulaires, refus } = bilan
  return (fait ? t.titreFait : t.titreAvant)(formulaires, formulaires + refus.length)
}

/**
 * « Relancer » : shows whom these lines would be written to and what cannot be reminded of, takes a
 * sentence, and sends. Lists, the matrix and a structure's page open it.
 */
export default function RelancerDialogue(props: Props) {
  return props.lignes.length > RELANCES_MAX ? <Trop {...props} /> : <Question {...props} />
}

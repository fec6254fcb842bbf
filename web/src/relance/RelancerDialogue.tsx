import { libellePeriode } from '@releve/contract/mois.ts'
import { CHAMPS_RELANCE } from '@releve/contract/relance/relance.champs.ts'
import { RELANCES_MAX } from '@releve/contract/relance/relance.rules.ts'
import type { BilanRelance, ManquantRelance } from '@releve/contract/relance/relance.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexteLong } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import { Second } from '../ui/Ligne.tsx'
import { textesFiche } from '../ui/ui.textes.ts'
import { useForme } from '../ui/useForme.ts'
import { apercu, type LigneRelance, useRelancer } from './relance.queries.ts'
import { textesRelance } from './relance.textes.ts'
import './relance.css'

const t = textesRelance.dialogue

function Manquant(manquant: ManquantRelance) {
  const { modele, joursRetard, echeance, rappels, dernierRappel } = manquant
  return (
    <li>
      {`${modele} ${libellePeriode(manquant, manquant.moisCouverts)}\u00a0: ${t.echeance(echeance)}`}
      {joursRetard > 0 && `, ${t.retard(joursRetard)}`}
      {dernierRappel && <Second>{t.rappels(rappels, dernierRappel)}</Second>}
    </li>
  )
}

/** Who is written to, about what. */
function Envois({ envois }: Pick<BilanRelance, 'envois'>) {
  if (envois.length === 0) return null
  return (
    <section className="rel-liste" aria-labelledby="rel-envois">
      <h3 id="rel-envois">{t.envois}</h3>
      <ul>
        {envois.map(({ destinataires, structures }) => (
          <li key={destinataires.map(({ id }) => id).join()}>
            {structures.map(({ structure, formulaires }) => (
              <div key={structure.id}>
                <strong>{structure.libelle}</strong>
                <ul>
                  {formulaires.map((un) => (
                    <Manquant key={`${un.modele}${un.annee}${un.mois}`} {...un} />
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

/** What is not reminded of, line by line. */
function ListeRefus({ refus }: Pick<BilanRelance, 'refus'>) {
  if (refus.length === 0) return null
  return (
    <section className="rel-liste" aria-labelledby="rel-refus">
      <h3 id="rel-refus">{t.refus(refus.length)}</h3>
      <ul>
        {refus.map((un) => (
          <li key={`${un.structure} ${nomDe(un)}`}>
            <strong>{nomDe(un)}</strong>
            <Second>{un.libelle}</Second>
          </li>
        ))}
      </ul>
    </section>
  )
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

function Question({ lignes, onFermer }: Props) {
  const requete = useQuery(apercu(lignes))
  const { forme, envoi } = useForme(
    { champs: CHAMPS_RELANCE, lue: null, saisieDe: () => ({ texte: '' }) },
    useRelancer(),
  )
  const nombre = requete.data?.structures ?? 0
  const relancer = () =>
    envoi.soumettre(() => ({ lignes: [...lignes], texte: forme.saisie.texte || null }), {
      onSuccess: onFermer,
    })
  return (
    <Dialogue
      ouvert
      titre={t.titre}
      largeur="md"
      onFermer={onFermer}
      onSoumettre={() => nombre > 0 && relancer()}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {nombre > 0 || requete.isPending ? textesFiche.annuler : t.fermer}
          </BoutonAction>
          {nombre > 0 && (
            <BoutonAction type="submit" variant="contained" enCours={envoi.enCours}>
              {t.bouton(nombre)}
            </BoutonAction>
          )}
        </>
      }
    >
      <div className="rel-question">
        <FicheEchec textes={textesRelance} echec={envoi.echec} onRecharger={undefined} />
        <Chargement requete={requete} lignes={4}>
          {(bilan) => (
            <>
              <p role="status">{nombre > 0 ? t.bilan(bilan, bilan.courriel) : t.rien}</p>
              {nombre > 0 && <ChampTexteLong {...forme.lier('texte')} aide={t.texteAide} />}
              <Envois envois={bilan.envois} />
              <ListeRefus refus={bilan.refus} />
            </>
          )}
        </Chargement>
      </div>
    </Dialogue>
  )
}

/**
 * « Relancer » : shows whom these lines would be written to and what cannot be reminded of, takes a
 * sentence, and sends. Lists, the matrix and a structure's page open it.
 */
export default function RelancerDialogue(props: Props) {
  return props.lignes.length > RELANCES_MAX ? <Trop {...props} /> : <Question {...props} />
}

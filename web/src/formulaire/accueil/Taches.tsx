import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleFormulaire } from '@releve/contract/mois.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { formatNombre, formatPart } from '../../ui/format.ts'
import { Icone } from '../../ui/Icone.tsx'
import { Jauge } from '../../ui/Jauge.tsx'
import { EtatBadge, Signal } from '../EtatBadge.tsx'
import { ActionLigne } from '../listes/ActionLigne.tsx'
import { cleResume, suiteDe } from '../suivi.ts'
import { textesAccueil } from './accueil.textes.ts'
import type { Tache } from './aFaire.ts'
import { Bloc } from './Bloc.tsx'
import { libelleDe, sectionDe } from './renvois.ts'

const t = textesAccueil.structure

function Quand({ resume, joursRetard }: Tache) {
  if (resume.etat === 'RENVOYE') {
    return (
      <>
        <Signal ton="warning">
          <Icone nom="retour" taille={16} />
          {t.corriger}
        </Signal>
        {resume.remarquesOuvertes > 0 && (
          <span className="acc-second">{t.cases(resume.remarquesOuvertes)}</span>
        )}
      </>
    )
  }
  if (joursRetard > 0) {
    return (
      <>
        <Signal ton="error">
          <Icone nom="horloge" taille={16} />
          {t.retard(joursRetard)}
        </Signal>
        <span className="acc-second">{t.echeance(resume.echeance)}</span>
      </>
    )
  }
  return resume.soumisLe ? t.transmisLe(resume.soumisLe) : t.echeance(resume.echeance)
}

function Rempli({ etat, remplissage }: Tache['resume']) {
  if (etat === 'NON_COMMENCE') return null
  return <Jauge part={remplissage} titre={t.rempli(formatPart(remplissage))} />
}

/** Why the report came back, and the remarks still open: each leads to its cell. */
function Renvoi({ formulaire }: { formulaire: Formulaire }) {
  const { motifRenvoi, remarques, numero } = formulaire
  const ouvertes = remarques.filter(({ statut }) => statut === 'OUVERTE')
  if (!motifRenvoi && ouvertes.length === 0) return null
  return (
    <div className="acc-renvoi">
      {motifRenvoi && (
        <p>
          <strong>
            {motifRenvoi.libelle}
            {'\u00a0:'}
          </strong>{' '}
          {motifRenvoi.texte}
        </p>
      )}
      {ouvertes.length > 0 && (
        <ul aria-label={t.remarques}>
          {ouvertes.map(({ id, cellule, texte }) => {
            const section = sectionDe(formulaire, cellule)
            return (
              <li key={id}>
                {cellule && section ? (
                  <Link to={paths.saisieCase(numero, section.code, cellule)}>
                    {libelleDe(section, cellule)}
                  </Link>
                ) : (
                  t.ensemble
                )}
                <bdi>{texte}</bdi>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

type LigneProps = { tache: Tache; premiere: boolean; renvoi: Formulaire | undefined } & Pick<
  Props,
  'plusieurs'
>

function Ligne({ tache, premiere, renvoi, plusieurs }: LigneProps) {
  const { resume } = tache
  const { modele, structure, etat, numero } = resume
  const nom = `${modele.code} – ${libelleFormulaire(resume)}`
  return (
    <li className="acc-ligne acc-tache">
      <div className="acc-sujet">
        <strong>{numero ? <Link to={paths.saisie(numero)}>{nom}</Link> : nom}</strong>
        <span className="acc-second">
          {plusieurs && `${structure.libelle}, `}
          {modele.libelle}
        </span>
      </div>
      <div className="acc-quand">
        <Quand {...tache} />
      </div>
      <div className="acc-rempli">
        <Rempli {...resume} />
      </div>
      <div className="acc-etat">
        <EtatBadge etat={etat} />
      </div>
      <div className="acc-acte">
        {suiteDe(resume) !== 'ouvrir' && <ActionLigne resume={resume} principal={premiere} />}
      </div>
      {renvoi && <Renvoi formulaire={renvoi} />}
    </li>
  )
}

type Props = {
  titre: string
  taches: readonly Tache[]
  /** The one to begin with, on the whole page. */
  premiere: Tache | undefined
  /** Several structures: each line says whose report it is. */
  plusieurs: boolean
  renvois?: ReadonlyMap<string, Formulaire>
}

/** Things of one kind to do, or done: one line each. */
export function Taches({ titre, taches, premiere, plusieurs, renvois }: Props) {
  if (taches.length === 0) return null
  return (
    <Bloc titre={titre} nombre={formatNombre(taches.length)}>
      <ul className="acc-liste">
        {taches.map((tache) => (
          <Ligne
            key={cleResume(tache.resume)}
            tache={tache}
            plusieurs={plusieurs}
            premiere={tache === premiere}
            renvoi={renvois?.get(tache.resume.numero ?? '')}
          />
        ))}
      </ul>
    </Bloc>
  )
}

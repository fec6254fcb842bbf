import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Remarques } from './Remarques.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { SaisieOuverte } from './saisie.ts'
import type { Saisie } from './saisie.types.ts'
import type { Refus } from './useActer.ts'
import type { Ouverture } from './useOuverture.ts'
import { useAller } from './useSaisie.ts'

type Props = {
  formulaire: Formulaire
  modifiable: boolean
  versionDiffusee: number | undefined
  refus: Refus | null
  ouverture: Ouverture
}

/** What must be known before reading on: a refusal, why the form came back, why it does not open. */
export function Avis({ formulaire, modifiable, versionDiffusee, refus, ouverture }: Props) {
  const { motifRenvoi, etat, remarques } = formulaire
  const { ouverte, saisie } = ouverture
  const generales = remarques.filter(({ cellule }) => cellule === null)
  return (
    <div className="s-avis">
      {refus && <AvisRefus refus={refus} saisie={saisie} />}
      {ouverte && <Retrouvees ouverte={ouverte} />}
      <Abandonnees ouverture={ouverture} />
      {motifRenvoi && etat === 'RENVOYE' && versionDiffusee === undefined && (
        <Alerte gravite="warning" titre={`${TEXTES.renvoi.recu} – ${motifRenvoi.libelle}`}>
          <p>{motifRenvoi.texte}</p>
        </Alerte>
      )}
      {versionDiffusee !== undefined ? (
        <Alerte gravite="info">{TEXTES.lectureVersion(versionDiffusee)}</Alerte>
      ) : (
        !modifiable &&
        etat !== 'NON_COMMENCE' && <Alerte gravite="info">{TEXTES.lectureSeule(etat)}</Alerte>
      )}
      <Remarques formulaire={formulaire} cellule={null} remarques={generales} pliee />
      {modifiable && <Consignes />}
    </div>
  )
}

/** Refused: focus moves to the summary, whose links lead to the cells (RGAA 11.10). */
function AvisRefus({ refus, saisie }: { refus: Refus; saisie: Saisie }) {
  const ref = useRef<HTMLDivElement>(null)
  const aller = useAller()
  useEffect(() => {
    if (refus) ref.current?.focus()
  }, [refus])
  return (
    <Alerte gravite="error" role="alert" titre={TEXTES.erreur(refus.message)} ref={ref}>
      {refus.details.length > 0 && (
        <ul>
          {refus.details.map(({ chemin, libelle }) => {
            const adresse = viseePar(chemin, saisie)
            return (
              <li key={chemin + libelle}>
                {adresse === undefined ? (
                  libelle
                ) : (
                  <a
                    href={`#case-${adresse}`}
                    onClick={(evenement) => {
                      evenement.preventDefault()
                      aller(adresse)
                    }}
                  >
                    {libelle}
                  </a>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Alerte>
  )
}

/** A detail names a cell, or a control: then the first cell at which it points. */
function viseePar(chemin: string, saisie: Saisie): string | undefined {
  if (saisie.celluleDe(chemin)) return chemin
  return saisie.lireBilan().problemes.find(({ cle }) => cle === chemin)?.cellules[0]
}

/** Said as long as something of it waits: the bar tells when it is saved. */
function Retrouvees({ ouverte }: { ouverte: SaisieOuverte }) {
  const retrouvees = useSyncExternalStore(ouverte.abonnerEnregistrement, ouverte.retrouvees)
  if (!retrouvees) return null
  return (
    <Alerte gravite="info" role="status">
      {TEXTES.saisie.retrouvees}
    </Alerte>
  )
}

function Abandonnees({ ouverture }: { ouverture: Ouverture }) {
  const { abandonnees, oublier, saisie } = ouverture
  if (!abandonnees) return null
  return (
    <Alerte
      gravite="warning"
      role="status"
      titre={TEXTES.saisie.retrouveesFermees}
      action={
        <span>
          <BoutonAction size="small" onClick={oublier}>
            {TEXTES.saisie.oublier}
          </BoutonAction>
        </span>
      }
    >
      <ul>
        {Object.entries(abandonnees.textes).map(([adresse, texte]) => (
          <li key={adresse}>
            {TEXTES.controles.faute(saisie.celluleDe(adresse)?.libelle ?? adresse, texte || '—')}
          </li>
        ))}
      </ul>
    </Alerte>
  )
}

function Consignes() {
  return (
    <div className="s-consignes s-ecran">
      <p>{TEXTES.aRemplir}</p>
      <details>
        <summary>{TEXTES.aideTitre}</summary>
        <p>{TEXTES.aide}</p>
      </details>
    </div>
  )
}

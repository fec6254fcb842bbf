import { LIBELLES_MOIS } from '@releve/contract/mois.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../paths.ts'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { moisClos } from './cloture.queries.ts'
import { textesEtatsCloture as etats, textesCloture as t } from './formulaire.textes.ts'

import { Prolongation } from './Prolongation.tsx'
import './cloture.css'

type Structure = { code: string; libelle: string }

function MoisDe({ code, onFermer }: { code: string; onFermer: () => void }) {
  const requete = useQuery(moisClos(code))
  return (
    <Chargement requete={requete}>
      {(mois) => (
        <ul className="clo-liste">
          {mois.length === 0 && <li>{t.clos.aucun}</li>}
          {mois.map((un) => (
            <li key={`${un.annee}-${un.mois}`}>
              <strong>{`${LIBELLES_MOIS[un.mois]} ${un.annee}`}</strong>
              <p>{etats[un.etat](un.le)}</p>
              {un.etat === 'ROUVERTE' && (
                <LienAction to={paths.saisies(un)} onClick={onFermer}>
                  {t.clos.voir}
                </LienAction>
              )}
              <Prolongation structure={code} mois={un} />
            </li>
          ))}
        </ul>
      )}
    </Chargement>
  )
}

type Props = { structures: readonly Structure[]; onFermer: () => void }

/** The months of structures that are closed, close soon or are open again. */
export default function MoisClosDialogue({ structures, onFermer }: Props) {
  return (
    <Dialogue
      ouvert
      titre={t.clos.titre}
      largeur="md"
      onFermer={onFermer}
      actions={
        <BoutonAction variant="text" onClick={onFermer}>
          {t.clos.fermer}
        </BoutonAction>
      }
    >
      {structures.map(({ code, libelle }) => (
        <section key={code} aria-label={libelle}>
          {structures.length > 1 && <h3>{libelle}</h3>}
          <MoisDe {...{ code, onFermer }} />
        </section>
      ))}
    </Dialogue>
  )
}

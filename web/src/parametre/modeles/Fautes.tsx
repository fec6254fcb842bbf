import type { FauteModele, VerificationModele } from '@releve/contract/modele/source.verifier.ts'
import { Icone } from '../../ui/Icone.tsx'
import { textesModele } from './modele.textes.ts'

const t = textesModele.fautes
type Chemin = FauteModele['chemin']

/** Where it is, in a few words: what bears it, by the codes that its author gave. */
const ouDe = ({ section, cellule, controle }: FauteModele) =>
  controle ?? cellule ?? section ?? t.ouModele

type Props = {
  examen: Pick<VerificationModele, 'fautes' | 'alertes'>
  /** Leads to the place; absent, it is only told. */
  onAller?: (chemin: Chemin) => void
}

/** What keeps a draft from being published, then what would better be changed. */
export function Fautes({ examen: { fautes, alertes }, onAller }: Props) {
  return (
    <div className="mdl-fautes">
      <ul>
        {fautes.map((faute) => (
          <li key={`${faute.chemin.join('.')} ${faute.position} ${faute.message}`}>
            <Icone nom="erreur" taille={16} />
            <Ligne chemin={faute.chemin} onAller={onAller}>
              <strong>{ouDe(faute)}</strong> {faute.message}
              {faute.autres > 0 && t.autres(faute.autres)}
            </Ligne>
          </li>
        ))}
        {alertes.map(({ message, chemin }) => (
          <li key={`${chemin.join('.')} ${message}`} className="mdl-alerte">
            <Icone nom="attention" taille={16} />
            <Ligne chemin={chemin} onAller={onAller}>
              {message}
            </Ligne>
          </li>
        ))}
      </ul>
    </div>
  )
}

type PropsLigne = {
  chemin: Chemin
  onAller: Props['onAller']
  children: React.ReactNode
}

function Ligne({ chemin, onAller, children }: PropsLigne) {
  if (!onAller) return <span>{children}</span>
  return (
    <button type="button" className="mdl-lien" onClick={() => onAller(chemin)}>
      {children}
    </button>
  )
}

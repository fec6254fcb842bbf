import './Squelette.css'

/** Stands for what is being read; heard as « Chargement en cours ». */
export function Squelette({ lignes = 5 }: { lignes?: number }) {
  return (
    <div className="ui-squelettes" role="status" aria-label="Chargement en cours">
      {Array.from({ length: lignes }, (_, rang) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
          key={rang}
          className="ui-squelette"
          style={{ width: `${96 - ((rang * 17) % 40)}%` }}
        />
      ))}
    </div>
  )
}

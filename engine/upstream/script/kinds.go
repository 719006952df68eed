package script

// Kind is what goes wrong with an answer, as docs/upstream.md describes it.
type Kind string

// The kinds of failures.
const (
	RefuseConnection   Kind = "refuse-connection"
	ResetBeforeHeaders Kind = "reset-before-headers"
	Silence            Kind = "silence"
	FinAfter           Kind = "fin-after"
	RstAfter           Kind = "rst-after"
	NoDone             Kind = "no-done"
	NoFinish           Kind = "no-finish"
	ErrorEvent         Kind = "error-event"
	MalformedJSON      Kind = "malformed-json"
	HTML               Kind = "html"
	Empty              Kind = "empty"
	Gzip               Kind = "gzip"
	BigEvent           Kind = "big-event"
	SplitCharacter     Kind = "split-character"
	ForeignFraming     Kind = "foreign-framing"
	UsageEmptyChoices  Kind = "usage-empty-choices"
	Redirect           Kind = "redirect"
	RedirectHost       Kind = "redirect-host"
	CloseOnReuse       Kind = "close-on-reuse"
	CloseAfter         Kind = "close-after"
)

var kinds = []Kind{
	RefuseConnection, ResetBeforeHeaders, Silence, FinAfter, RstAfter, NoDone, NoFinish, ErrorEvent, MalformedJSON, HTML,
	Empty, Gzip, BigEvent, SplitCharacter, ForeignFraming, UsageEmptyChoices, Redirect, RedirectHost, CloseOnReuse, CloseAfter,
}

package tap

// Frame types, as in docs/contributing/tap.md.
const (
	frameHello      = 1
	frameExchange   = 2
	frameGroupEnd   = 3
	frameDropped    = 4
	frameHealth     = 5
	frameEnd        = 6
	frameKeys       = 129
	frameStop       = 130
	frameViolations = 131
)

// checksumBytes follow each frame of a recording.
const checksumBytes = 4

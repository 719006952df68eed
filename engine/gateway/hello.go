package gateway

import (
	"crypto/rand"
	"os"
	"runtime/debug"
)

const (
	tapVersion    = 1
	engineVersion = "0.1.0"
)

// appendHello adds the header of the first frame. about is JSON, or nothing.
func appendHello(b []byte, runID, about string) []byte {
	if runID == "" {
		runID = rand.Text()
	}
	b = appendInt(append(b, '{'), "version", tapVersion)
	b = appendText(b, "engine", engineVersion)
	b = appendText(b, "k6", k6Version())
	b = appendText(b, "runId", runID)
	b = appendInt(b, "originUnixNs", origin.UnixNano())
	b = appendInt(b, "pid", int64(os.Getpid()))
	if about != "" {
		b = append(append(b, `,"about":`...), about...)
	}
	return append(b, '}')
}

func k6Version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == "go.k6.io/k6/v2" {
				return module.Version
			}
		}
	}
	return "unknown"
}

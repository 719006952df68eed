// Command engine is k6 with the extensions that Assay needs: the module k6/x/gateway, the executor
// arrivals, the tap, and the names of GenAI for OpenTelemetry.
package main

import (
	"os"
	"runtime"

	"go.k6.io/k6/v2/cmd"

	_ "assay/engine/arrivals"
	_ "assay/engine/gateway"
)

func main() {
	addSpareThreads()
	os.Args = withOutputs(os.Args, os.Getenv, os.Setenv)
	cmd.Execute()
	runtime.KeepAlive(headroom)
}

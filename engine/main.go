// Command engine is k6 with the extensions that Assay needs: the module k6/x/gateway, the executor
// arrivals, the tap, and the names of GenAI for OpenTelemetry. As `engine upstream` it is the provider
// behind a gateway.
package main

import (
	"os"
	"runtime"

	"go.k6.io/k6/v2/cmd"

	_ "assay/engine/arrivals"
	_ "assay/engine/gateway"
	"assay/engine/upstream"
)

func main() {
	addSpareThreads()
	if len(os.Args) > 1 && os.Args[1] == "upstream" {
		code := upstream.Main(os.Args[2:], os.Getenv, os.Stdout, os.Stderr)
		runtime.KeepAlive(headroom)
		os.Exit(code)
	}
	os.Args = withOutputs(os.Args, os.Getenv, os.Setenv)
	cmd.Execute()
	runtime.KeepAlive(headroom)
}

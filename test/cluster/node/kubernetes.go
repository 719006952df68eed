// The parts of a Kubernetes node and of its control plane as one program that is called by the name of the part:
// packages that the parts share are compiled and linked once.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

var parts = map[string]func() *cobra.Command{
	"kubectl":                 kubectl.NewDefaultKubectlCommand,
	"kube-apiserver":          apiserver.NewAPIServerCommand,
	"kube-controller-manager": controllers.NewControllerManagerCommand,
	"kube-proxy":              proxy.NewProxyCommand,
	"kube-scheduler": func() *cobra.Command {
		return scheduler.NewSchedulerCommand()
	},
	"kubelet": func() *cobra.Command {
		return kubelet.NewKubeletCommand(context.Background())
	},
}

func main() {
	name := filepath.Base(os.Args[0])
	part, known := parts[name]
	if !known {
		fmt.Fprintln(os.Stderr, "no part of Kubernetes has the name", name)
		os.Exit(2)
	}
	os.Exit(cli.Run(part()))
}

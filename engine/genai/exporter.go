package genai

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"google.golang.org/grpc/credentials"
)

// newExporter sends to the receiver of k6's own output: the same variables configure both.
func newExporter(ctx context.Context, env map[string]string) (sdk.Exporter, error) {
	headers, err := headersOf(env)
	if err != nil {
		return nil, err
	}
	secure, err := tlsOf(env)
	if err != nil {
		return nil, err
	}
	if env["K6_OTEL_EXPORTER_PROTOCOL"] == "http/protobuf" {
		options := []otlpmetrichttp.Option{
			otlpmetrichttp.WithEndpoint(cmp.Or(env["K6_OTEL_HTTP_EXPORTER_ENDPOINT"], "localhost:4318")),
			otlpmetrichttp.WithURLPath(cmp.Or(env["K6_OTEL_HTTP_EXPORTER_URL_PATH"], "/v1/metrics")),
			otlpmetrichttp.WithHeaders(headers),
		}
		if isTrue(env["K6_OTEL_HTTP_EXPORTER_INSECURE"]) {
			options = append(options, otlpmetrichttp.WithInsecure())
		} else if secure != nil {
			options = append(options, otlpmetrichttp.WithTLSClientConfig(secure))
		}
		return otlpmetrichttp.New(ctx, options...)
	}
	options := []otlpmetricgrpc.Option{
		otlpmetricgrpc.WithEndpoint(cmp.Or(env["K6_OTEL_GRPC_EXPORTER_ENDPOINT"], "localhost:4317")),
		otlpmetricgrpc.WithHeaders(headers),
	}
	if isTrue(env["K6_OTEL_GRPC_EXPORTER_INSECURE"]) {
		options = append(options, otlpmetricgrpc.WithInsecure())
	} else if secure != nil {
		options = append(options, otlpmetricgrpc.WithTLSCredentials(credentials.NewTLS(secure)))
	}
	return otlpmetricgrpc.New(ctx, options...)
}

func serviceName(env map[string]string) string {
	return cmp.Or(env["K6_OTEL_SERVICE_NAME"], env["OTEL_SERVICE_NAME"], "k6")
}

func interval(env map[string]string) time.Duration {
	if every, err := time.ParseDuration(env["K6_OTEL_EXPORT_INTERVAL"]); err == nil && every > 0 {
		return every
	}
	return exportEvery
}

func isTrue(text string) bool {
	is, err := strconv.ParseBool(text)
	return err == nil && is
}

// headersOf reads k1=v1,k2=v2, with basic authentication if there is a user.
func headersOf(env map[string]string) (map[string]string, error) {
	headers := map[string]string{}
	for pair := range strings.SplitSeq(env["K6_OTEL_HEADERS"], ",") {
		if pair == "" {
			continue
		}
		key, value, found := strings.Cut(pair, "=")
		decoded, err := url.PathUnescape(value)
		if !found || err != nil {
			return nil, fmt.Errorf("K6_OTEL_HEADERS needs name=value, separated by commas")
		}
		headers[strings.TrimSpace(key)] = decoded
	}
	if user := env["K6_OTEL_HTTP_EXPORTER_USERNAME"]; user != "" {
		pair := user + ":" + env["K6_OTEL_HTTP_EXPORTER_PASSWORD"]
		headers["Authorization"] = "Basic " + base64.StdEncoding.EncodeToString([]byte(pair))
	}
	return headers, nil
}

// tlsOf is nil where nothing is configured.
func tlsOf(env map[string]string) (*tls.Config, error) {
	roots, certificate := env["K6_OTEL_TLS_CERTIFICATE"], env["K6_OTEL_TLS_CLIENT_CERTIFICATE"]
	skips := isTrue(env["K6_OTEL_TLS_INSECURE_SKIP_VERIFY"])
	if roots == "" && certificate == "" && !skips {
		return nil, nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: skips} //nolint:gosec // as the user asks
	if roots != "" {
		pem, err := os.ReadFile(roots)
		if err != nil {
			return nil, err
		}
		config.RootCAs = x509.NewCertPool()
		config.RootCAs.AppendCertsFromPEM(pem)
	}
	if certificate != "" {
		pair, err := tls.LoadX509KeyPair(certificate, env["K6_OTEL_TLS_CLIENT_KEY"])
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// Written by bench/audit-fit from bench/audit-weights.json; weights in the order of Signal.
#ifndef BFCLX_CORE_AUDIT_RANKING_WEIGHTS_H_
#define BFCLX_CORE_AUDIT_RANKING_WEIGHTS_H_

#include "core/audit/ranking.h"

namespace bfclx {

inline constexpr RankingWeights kWeights{
    -4.167729,
    {0.174424, 1.181002, 0.214383, -3.585266, -1.708229, 2.061893, -2.696074, 0.0, 1.809203,
     1.17998, 3.664964, -0.80554, 1.767806, 0.271348, 0.0, 0.132783, 0.118422, 0.0},
    {-2.148208, 0.101696, 0.408237, 0.018723, 0.01616, 0.04376, 0.009324, 0.010084, 0.027989,
     0.013994, 0.001999, 0.005198, 0.027189, 0.504998, 0.023191, 0.07487, 0.540184, 0.0}};
inline constexpr RankingWeights kWeightsWithHistory{
    -4.172621,
    {0.176292, 1.155493, 0.211749, -3.624103, -1.638914, 2.003134, -2.629652, 0.0, 1.812634,
     1.108921, 3.677411, -0.78541, 1.731692, 0.257627, 0.0, 0.09271, 0.087768, 1.567843},
    {-2.148208, 0.101696, 0.408237, 0.018723, 0.01616, 0.04376, 0.009324, 0.010084, 0.027989,
     0.013994, 0.001999, 0.005198, 0.027189, 0.504998, 0.023191, 0.07487, 0.540184, 0.024567}};

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_RANKING_WEIGHTS_H_
